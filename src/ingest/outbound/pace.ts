// How fast each publisher is asked, and how long it is left alone after it refused. The figures hold for all processes of all
// machines together: they share one row of outbound_gates per publisher.
import type { PublisherName } from "./door.ts";

/**
 * Requests a second. The SEC allows "no more than 10 requests per second, regardless of the number of machines used"
 * (its page on refused requests); we aim at 8. The others state no figure and are small: two are polite.
 */
export const requestsPerSecond: Record<PublisherName, number> = {
  sec: 8,
  house: 2,
  senate: 2,
  legislators: 2,
  prices: 2,
};

/** "Once the rate of requests has dropped below the threshold for 10 minutes, the user may resume" (the same page). */
export const stopMs = 10 * 60_000;

/** A Retry-After beyond a day is taken for a day: a publisher's slip must not end the service for good. */
export const longestStopMs = 24 * 3_600_000;
