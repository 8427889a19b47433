// What the sources that EDGAR publishes have in common.

/**
 * The SEC allows "no more than 10 requests per second, regardless of the number of machines used" (its page on refused
 * requests); we aim at 8.
 */
export const sec = { name: "sec", requestsPerSecond: 8 } as const;

/** Forms and lists write the same companies and symbols. */
export const edgarLoader = "form345";
