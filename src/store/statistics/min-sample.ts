/** A rate over fewer resolved trades is not a sufficient sample: it is marked, and not ranked. */
export const minSample = 5;
