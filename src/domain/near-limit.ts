// When a limit of an account is nearly used up: mail, the account's pages and the operator's pages begin there to say so.

/** percent of a limit that is used */
export const nearLimitPercent = 80;
