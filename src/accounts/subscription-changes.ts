// Changes of a subscription that all channels share: its name, and whether anything is sent. Nothing that waits is lost,
// and a sender that is at work meanwhile finds the change when it records its attempt.
import { keyNameOf } from "../domain/account-limits.ts";
import { writeAudit } from "../store/audit.ts";
import { eventsChannel } from "../store/connections/listen.ts";
import type { Db, Prisma, Store } from "../store/store.ts";
import { changeLimits, inChange } from "../store/transaction.ts";
import { AccountError } from "./accounts.ts";
import { type Channel, findSubscription, named, objectOf, type SubscriptionRow, withEmail } from "./subscriptions.ts";

/** A subscription, and who changes it. */
export interface Changed {
  channel: Channel;
  id: string;
  actor: string;
}

interface Change {
  /** `<channel>.<verb>` in the audit log */
  verb: string;
  /** Throws AccountError where the subscription cannot be changed so. */
  dataFor(
    row: SubscriptionRow,
    db: Db,
  ): Prisma.SubscriptionUncheckedUpdateInput | Promise<Prisma.SubscriptionUncheckedUpdateInput>;
  /** for the audit log, besides the states */
  after?: Prisma.InputJsonObject;
}

/** Changes a subscription and wakes the senders. Throws AccountError when there is none of this channel. */
export async function changeSubscription(
  store: Store,
  { channel, id, actor }: Changed,
  { verb, dataFor, after }: Change,
): Promise<SubscriptionRow> {
  return await inChange(store, changeLimits.person, async (db) => {
    await findSubscription(db, channel, id);
    // a sender may be recording an attempt
    await db.$queryRaw`SELECT 1 FROM subscriptions WHERE id = ${id}::uuid FOR UPDATE`;
    const found = await findSubscription(db, channel, id);
    const data = { ...(await dataFor(found, db)), updatedAt: new Date() };
    const row = await db.subscription.update({ where: { id }, data, include: withEmail });
    const states = { before: { state: found.state }, after: { state: row.state, ...after } };
    await writeAudit(db, { actor, action: `${channel}.${verb}`, ...objectOf(row), ...states });
    await db.$queryRaw`SELECT 1 FROM pg_notify(${eventsChannel}, '')`;
    return row;
  });
}

/** Throws AppError bad_request for a name that is too long or has invisible characters. */
export async function renameSubscription(store: Store, which: Changed, text: string): Promise<SubscriptionRow> {
  const name = keyNameOf(text);
  return await changeSubscription(store, which, { verb: "rename", dataFor: () => ({ name }), after: { name } });
}

/** No attempt begins from now on; events are still stored. Throws AccountError if the operator has disabled it. */
export async function pauseSubscription(store: Store, which: Changed): Promise<SubscriptionRow> {
  const dataFor = (row: SubscriptionRow) => {
    refuseDisabled(row);
    return { state: "paused_by_owner" };
  };
  return await changeSubscription(store, which, { verb: "pause", dataFor });
}

/** The next attempt is at once, as if none had failed. */
export const atOnce = { attempts: 0, failingSince: null, attemptAt: new Date(0) };

/**
 * Continues where delivery stopped, at once; `before` does what its channel needs for that. Throws AccountError where the
 * operator has disabled it.
 */
export async function resumeSubscription(
  store: Store,
  which: Changed,
  before: (row: SubscriptionRow, db: Db) => Promise<void> = async () => {},
): Promise<SubscriptionRow> {
  const dataFor = async (row: SubscriptionRow, db: Db) => {
    refuseDisabled(row);
    await before(row, db);
    return { state: "active", ...atOnce };
  };
  return await changeSubscription(store, which, { verb: "resume", dataFor });
}

function refuseDisabled({ channel, state }: SubscriptionRow): void {
  if (state === "disabled_by_operator")
    throw new AccountError(`The operator has disabled this ${named[channel as Channel].noun}`);
}

/** The operator ends what is sent, until the operator enables it again; its owner cannot. */
export async function disableSubscription(store: Store, which: Changed): Promise<SubscriptionRow> {
  return await changeSubscription(store, which, {
    verb: "disable",
    dataFor: () => ({ state: "disabled_by_operator" }),
  });
}

/** Continues where delivery stopped, at once; changes nothing if the subscription is not disabled. */
export async function enableSubscription(store: Store, which: Changed): Promise<SubscriptionRow> {
  const dataFor = ({ state }: SubscriptionRow) =>
    state === "disabled_by_operator" ? { state: "active", ...atOnce } : {};
  return await changeSubscription(store, which, { verb: "enable", dataFor });
}

/** The owner has read what the subscription missed. */
export async function dismissMissedEvents(store: Store, which: Changed): Promise<SubscriptionRow> {
  const dataFor = () => ({ missedSince: null, missedFirstVersion: null, missedLastVersion: null });
  return await changeSubscription(store, which, { verb: "dismiss_missed", dataFor });
}
