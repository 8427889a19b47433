// Shared by the sources that EDGAR publishes.

/**
 * The SEC allows "no more than 10 requests per second, regardless of the number of machines used" (its page on refused
 * requests); this client sends 8.
 */
export const sec = {
  name: "sec",
  requestsPerSecond: 8,
  hosts: ["www.sec.gov", "data.sec.gov"],
  responsesMissingWith403: true,
} as const;

/** Forms and lists write the same companies and symbols, so they share a lock. */
export const edgarLoader = "form345";
