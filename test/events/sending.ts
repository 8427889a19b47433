// Shared by the tests of the sender: subscriptions and events as rows, and a sender over a test database.
import { createAccount } from "../../src/accounts/accounts.ts";
import { newSecret } from "../../src/events/event-message.ts";
import { openPost, webhookCourier } from "../../src/events/post.ts";
import { type SenderReport, type SenderSetup, startSender } from "../../src/events/sender.ts";
import { type Resolve, resolveBySystem } from "../../src/events/webhook-address.ts";
import { openRowsById } from "../../src/export/rows.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { vocabulary } from "../rest/vocabulary.ts";
import type { TestStore } from "../support/database.ts";

export async function newAccount(store: TestStore): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  return (await createAccount(store, { email, plan: "pro", actor: "test" })).id;
}

interface WebhookOptions {
  url: string;
  list?: string;
  batchSize?: number;
  accountId?: string;
  filters?: string;
}

/** A webhook of a new account, with no events yet. */
export async function subscribe(
  store: TestStore,
  { url, list = "trades", batchSize = 1, accountId, filters = "" }: WebhookOptions,
) {
  const data = { accountId: accountId ?? (await newAccount(store)), channel: "webhook", list, url, batchSize, filters };
  // always due: the clock of a test's database may have been set back
  const attemptAt = new Date(0);
  return await store.prisma.subscription.create({ data: { ...data, attemptAt, secret: newSecret() } });
}

const kinds: Readonly<Record<string, string>> = { trades: "insider_trade", clusters: "cluster" };

interface NewEvent {
  position: number;
  rowId: bigint | number;
  change?: string;
  version?: number;
}

/** Stores events as the matcher does, in one transaction with the matched position, and notifies the senders. */
export async function storeEvents(store: TestStore, { id, list }: { id: string; list: string }, events: NewEvent[]) {
  const values = events.map(({ position, rowId, change = "created", version = position }) => ({
    position,
    rowId: String(rowId),
    change,
    version,
  }));
  await store.pool.query(
    `WITH new AS (
       INSERT INTO matched_changes (subscription_id, position, version, kind, row_id, change, changed_at)
       SELECT $1, position, version, $2, "rowId", change, clock_timestamp()
       FROM jsonb_to_recordset($3) AS e (position bigint, version bigint, "rowId" bigint, change text)
       RETURNING position
     ), matched AS (
       UPDATE subscriptions SET matched_position = (SELECT max(position) FROM new) WHERE id = $1
     ) SELECT pg_notify('disclosed_events', '')`,
    [id, kinds[list] ?? "politician_trade", JSON.stringify(values)],
  );
}

interface SendingOptions {
  limits?: SenderSetup["limits"];
  post?: { headMs: number; bodyMs: number };
  resolve?: Resolve;
  allowsLoopback?: boolean;
}

/** A sender that runs until it is closed. */
export function startSending(
  store: TestStore,
  { limits, post, resolve = resolveBySystem, allowsLoopback = true }: SendingOptions = {},
) {
  const reports: SenderReport[] = [];
  const listener = openListener(store.databaseUrl);
  const sender = startSender({
    channel: "webhook",
    store,
    listener,
    rowsById: openRowsById(store, vocabulary),
    courier: webhookCourier(openPost({ address: { allowsLoopback, resolve }, version: "0.0.0", limits: post })),
    report: (report) => reports.push(report),
    limits,
  });
  const close = async () => {
    await sender.close();
    await listener.close();
  };
  return { ...sender, reports, close, inFlight: () => sender.inFlight() };
}
