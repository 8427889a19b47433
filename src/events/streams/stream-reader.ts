// Reads the change log for all open streams of a process together: changes are read, compared and rendered once, however
// many streams get them. Streams that have reached the newest change go first; those that resume or have not read for a
// while are behind, and read the log from the oldest of their positions on, between two rounds of the others.
import { setImmediate as nextTurn } from "node:timers/promises";
import { eventIdOf, type LogPosition } from "../../domain/event-id.ts";
import type { RowsById } from "../../export/rows.ts";
import { whenDue } from "../../lib/async-work.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { changesAfter, type LoggedChange } from "../change-log.ts";
import { type EventBody, eventBody, type MatchedEvent } from "../event-message.ts";
import { type ConditionsOf, matchedLists } from "../lists.ts";
import { rowsOf } from "../messages.ts";
import { compileSubscriptions, type Match } from "../subscriptions.ts";
import type { OpenStream, WrittenEvent } from "./open-stream.ts";

interface ReaderSetup {
  store: Pick<Store, "pool">;
  rowsById: RowsById;
  conditionsOf(): Promise<ConditionsOf>;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today(): string;
  streams: Iterable<OpenStream>;
  /** a round that failed is repeated at the next wake-up */
  failed(error: unknown): void;
}

export interface StreamReader {
  /** Reads what is new; a call while it reads makes it look once more. */
  wake(): void;
  /** Waits for the end of the current round. */
  close(): Promise<void>;
  /** events that were written to streams, since the start */
  events(): number;
}

/** pairs of a change and a stream that one round compares: a few milliseconds */
const comparisons = 50_000;
const maxChanges = 500;
const minChanges = 20;
/** milliseconds of writing after which requests get their turn */
const maxTurnMs = 5;

const clamped = (changes: number) => Math.min(maxChanges, Math.max(minChanges, changes));

export function startReader(setup: ReaderSetup): StreamReader {
  let newest = 0n;
  let events = 0;

  /** One round for streams; returns whether it read anything. */
  async function advance(streams: readonly OpenStream[]): Promise<boolean> {
    if (streams.length === 0) return false;
    const oldest = streams.reduce((one, other) => (positionOf(other) < positionOf(one) ? other : one));
    const limit = clamped(Math.floor(comparisons / streams.length));
    const { changes, matches, refused } = await compare(setup, streams, { from: oldest.matched_position, limit });
    const last = changes.at(-1);
    if (!last) return false;
    for (const stream of refused) stream.end("a filter of this stream is no longer accepted");
    const byStream = await written(setup, streams, { changes, matches });
    let begun = performance.now();
    for (const stream of streams) {
      const own = byStream.get(stream) ?? [];
      if (positionOf(stream) < BigInt(last.position)) stream.deliver(own, last);
      events += own.length;
      if (performance.now() - begun < maxTurnMs) continue;
      await nextTurn();
      begun = performance.now();
    }
    if (BigInt(last.position) > newest) newest = BigInt(last.position);
    return true;
  }

  async function advanceAll(): Promise<void> {
    const ready = [...setup.streams].filter(({ isReady }) => isReady);
    const isLive = (stream: OpenStream) => positionOf(stream) >= newest;
    const behind = ready.filter((stream) => !isLive(stream));
    const hasRead = [await advance(ready.filter(isLive)), await advance(behind)];
    if (hasRead.includes(true)) wake();
  }

  const reading = whenDue(() => advanceAll().catch(setup.failed));
  const wake = () => void reading.wake();
  return {
    wake,
    close: () => reading.close(),
    events: () => events,
  };
}

const positionOf = ({ matched_position }: OpenStream) => BigInt(matched_position);

interface Compared {
  changes: LoggedChange[];
  matches: Match<OpenStream>[];
  refused: OpenStream[];
}

async function compare(
  { store, conditionsOf }: ReaderSetup,
  streams: readonly OpenStream[],
  { from, limit }: { from: string; limit: number },
): Promise<Compared> {
  const conditions = await conditionsOf();
  return await inTransaction(store, async (client) => {
    const changes = await changesAfter(client, from, limit);
    if (changes.length === 0) return { changes, matches: [], refused: [] };
    const compiled = await compileSubscriptions(client, streams, conditions);
    return { changes, matches: await compiled.match(client, changes), refused: compiled.refused };
  });
}

interface StreamedEvent extends MatchedEvent {
  list: string;
}

/** The events of each stream in the order of their positions, each rendered once for a list. */
async function written(
  { rowsById, today }: ReaderSetup,
  streams: readonly OpenStream[],
  { changes, matches }: Pick<Compared, "changes" | "matches">,
): Promise<Map<OpenStream, WrittenEvent[]>> {
  const changeAt = new Map(changes.map((change) => [change.position, change]));
  const events = new Map<string, StreamedEvent>();
  const keyOf = ({ subscription, position, change }: Match<OpenStream>) => `${subscription.list} ${position} ${change}`;
  for (const match of matches) {
    const change = changeAt.get(match.position);
    if (change && !events.has(keyOf(match))) events.set(keyOf(match), eventOf(change, match));
  }
  const rowOf = await rowsOf([...events.values()], { rowsById, today: today(), listOf: ({ list }) => list });
  const texts = new Map([...events].map(([key, event]) => [key, rendered(event, eventBody(event, rowOf(event)))]));
  const byStream = new Map<OpenStream, WrittenEvent[]>();
  const add = (stream: OpenStream, event: WrittenEvent) => {
    const own = byStream.get(stream);
    if (own) own.push(event);
    else byStream.set(stream, [event]);
  };
  for (const match of matches) {
    const event = texts.get(keyOf(match));
    if (event) add(match.subscription, event);
  }
  const gaps = changes.filter(({ row_id }) => row_id === null);
  for (const gap of gaps)
    for (const stream of streams)
      if (matchedLists[stream.list].kind === gap.kind && positionOf(stream) < BigInt(gap.position))
        add(stream, gapEvent(gap));
  if (gaps.length > 0)
    for (const own of byStream.values()) own.sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1));
  return byStream;
}

const eventOf = (
  { position, version, kind, row_id, changed_at }: LoggedChange,
  { subscription, change }: Match<OpenStream>,
): StreamedEvent => ({
  ...{ position, version, kind, change },
  rowId: row_id ?? "",
  changedAt: changed_at,
  list: subscription.list,
});

interface GapBody extends Pick<EventBody, "data_version" | "occurred_at"> {
  type: "gap";
  message: string;
}

/** More rows changed at once than the log notes one by one: the client has to read its list again. */
const gapEvent = ({ version, position, changed_at }: LoggedChange): WrittenEvent =>
  rendered(
    { version, position, change: "gap" },
    {
      type: "gap",
      data_version: version,
      occurred_at: changed_at.toISOString(),
      message: "Too many rows changed at once; read the list again",
    },
  );

/** Written when the first stream takes it: one that is full leaves the rest of a round to a later one. */
function rendered(
  { version, position, change }: LogPosition & { change: string },
  body: EventBody | GapBody,
): WrittenEvent {
  let text: Buffer | undefined;
  return {
    version,
    position,
    get text() {
      const id = eventIdOf({ version, position, change });
      text ??= Buffer.from(`id: ${id}\nevent: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`);
      return text;
    },
  };
}
