// Changes of several rows by Prisma in one transaction, all or none. Prisma ends a transaction that lasts longer than
// its limit and rolls it back: the limit is stated for each, with what happens after it.
import type { Prisma } from "./client/client.ts";
import type { Store } from "./store.ts";

export interface ChangeLimit {
  /** milliseconds from the first statement to the commit */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
}

/** Who waits for a change decides how long it may last. After the limit nothing is changed. */
export const changeLimits = {
  /** a person or a command waits: the result is 503, and can repeat the change */
  person: { timeoutMs: 15_000, maxWaitMs: 5_000 },
  /** an administrator changes hundreds of rows at once: the same, after a longer time */
  many: { timeoutMs: 60_000, maxWaitMs: 5_000 },
  /** nothing waits, as for the demo key of a start: the service goes on without it and says so */
  convenience: { timeoutMs: 60_000, maxWaitMs: 30_000 },
} as const satisfies Record<string, ChangeLimit>;

/**
 * Runs `work` in one interactive transaction. Rolls back and rejects where `work` fails, and with Prisma's P2028, which
 * `asAppError` makes `unavailable`, after the limit.
 */
export async function inChange<Result>(
  { prisma }: Pick<Store, "prisma">,
  { timeoutMs, maxWaitMs }: ChangeLimit,
  work: (db: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return await prisma.$transaction(work, { timeout: timeoutMs, maxWait: maxWaitMs });
}
