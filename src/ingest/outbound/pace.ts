// How fast each publisher is asked, and how long it is left alone after it refused. The figures hold for all processes of all
// machines together: they share one row of outbound_gates per publisher.
import { type PublisherName, sources } from "../../sources.ts";

export const requestsPerSecond = Object.fromEntries(
  sources.flatMap(({ publisher }) => (publisher ? [[publisher.name, publisher.requestsPerSecond]] : [])),
) as Record<PublisherName, number>;

/** "Once the rate of requests has dropped below the threshold for 10 minutes, the user may resume" (the same page). */
export const stopMs = 10 * 60_000;

/** A Retry-After beyond a day is taken for a day: a publisher's slip must not end the service for good. */
export const longestStopMs = 24 * 3_600_000;
