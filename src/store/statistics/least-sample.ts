/** A rate over fewer resolved trades is no sample: it is marked, and not ranked. */
export const leastSample = 5;
