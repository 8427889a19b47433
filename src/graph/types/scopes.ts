// Authorisation scopes of types and fields beyond the data of the REST service.

/** Data of an account, for the account itself and for administrators. The root field selects the account. */
export const accountOrAdmin = { authScopes: { $any: { account: true, admin: true } } } as const;

/** A root field for users who are signed in with an account; skips the stricter scopes of the root types. */
export const own = { authScopes: { account: true }, skipTypeScopes: true } as const;

/** A mutation of the caller's own account; it is audited like those of administrators. */
export const ownChange = { ...own, extensions: { ownChange: true } } as const;

export const admin = { authScopes: { admin: true } } as const;

/**
 * Data of the public pages that the REST service does not give out in this form: counts, rosters and lists over the same
 * rows. Nothing of files, prices, accounts or the operator.
 */
export const visitor = { authScopes: { visitor: true } } as const;
