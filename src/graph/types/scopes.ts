// Who may read what is neither the public read model nor an administrator's alone.

/** An account's own affairs: which account it is, the root field decides. */
export const affairs = { authScopes: { $any: { account: true, admin: true } } } as const;

/** A root field for who is signed in with an account; the root types themselves require more. */
export const own = { authScopes: { account: true }, skipTypeScopes: true } as const;

/** A mutation of one's own account: audited like an administrator's. */
export const ownChange = { ...own, extensions: { ownAffair: true } } as const;

export const admin = { authScopes: { admin: true } } as const;
