// Rate limit per publisher, and how long requests stop after a refusal. The limits apply to all processes on all
// machines together: they share one row of outbound_gates per publisher.
import { type PublisherName, publishers } from "../../sources.ts";

export const requestsPerSecond = Object.fromEntries(
  publishers.map(({ name, requestsPerSecond }) => [name, requestsPerSecond]),
) as Record<PublisherName, number>;

/**
 * "Once the rate of requests has dropped below the threshold for 10 minutes, the user may resume" (the SEC's page on
 * refused requests).
 */
export const stopMs = 10 * 60_000;

/** A Retry-After longer than a day counts as a day: a publisher's mistake must not stop the service for good. */
export const longestStopMs = 24 * 3_600_000;
