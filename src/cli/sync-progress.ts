// The progress of `disclosed sync`: per source a bar on a terminal, a plain line every few seconds otherwise.
import type { WriteStream } from "node:tty";
import { MultiBar, Presets, type SingleBar } from "cli-progress";
import { inTime } from "../ingest/sync/pace.ts";
import type { SyncState, SyncWatcher } from "../ingest/sync/report.ts";

const secondsBetweenLines = 5;

export interface SyncDisplay extends SyncWatcher {
  stop(): void;
}

/** Bars or lines, depending on the stream. */
export function displayOn(stream: WriteStream): SyncDisplay {
  return stream.isTTY ? bars(stream) : lines(stream);
}

/** The state of one source in one line. */
function stateInWords(state: SyncState): string {
  const n = (figure: number) => figure.toLocaleString("en-US");
  const known = `${n(state.listed)} listed, ${n(state.stored)} stored, ${n(state.quarantined)} quarantined`;
  const left = state.secondsLeft === null ? "" : `; ${leftInWords(state, state.secondsLeft)}`;
  const doing = state.phase === "listing" ? "reading the listings" : `${n(state.fetched)} fetched, ${n(state.due)} due`;
  return `${state.source}: ${doing}; ${known}${left}`;
}

function leftInWords({ due, atLeast }: SyncState, seconds: number): string {
  if (due === 0) return "nothing left";
  // listings that could not be fetched may name more
  return `${atLeast ? "at least" : "about"} ${inTime(seconds)} left`;
}

function lines(stream: WriteStream): SyncDisplay {
  const last = new Map<string, { phase: string; at: number }>();
  return {
    update(state) {
      const { phase, at } = last.get(state.source) ?? { phase: "", at: 0 };
      if (phase === state.phase && Date.now() - at < secondsBetweenLines * 1000) return;
      last.set(state.source, { phase: state.phase, at: Date.now() });
      stream.write(`${stateInWords(state)}\n`);
    },
    say: (line) => void stream.write(`${line}\n`),
    stop() {},
  };
}

function bars(stream: WriteStream): SyncDisplay {
  const all = new MultiBar({ stream, format: "{bar} {words}", hideCursor: true, clearOnComplete: true }, Presets.rect);
  const drawn = new Map<string, SingleBar>();
  return {
    update(state) {
      const total = Math.max(state.listed, 1);
      const bar = drawn.get(state.source) ?? all.create(total, 0, { words: "" });
      drawn.set(state.source, bar);
      bar.setTotal(total);
      bar.update(state.stored + state.quarantined, { words: stateInWords(state) });
    },
    say: (line) => all.log(`${line}\n`),
    stop: () => all.stop(),
  };
}
