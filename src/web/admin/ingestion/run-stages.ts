// The progress of a run by stage.
import { count } from "../../frame/format.ts";
import type { RunQuery } from "../../generated/operations.ts";
import type { Stage } from "../stages/stages.tsx";

type Run = RunQuery["ingestionRun"];

const countWithUnit = (value: number | undefined, unit: string) =>
  value === undefined ? "–" : `${count(value)} ${unit}`;

export function stagesOfRun(run: Run): Stage[] {
  const { status, progress, files, quarantinedFiles, quarantinedRecords, toDerive } = run;
  const isRunning = status === "running";
  const isListing = progress?.phase === "listing";
  const loaded = run.new + run.amended + run.unchanged;
  const ended = isRunning ? "working" : "done";
  const refused = quarantinedFiles > 0 ? `${count(quarantinedFiles)} refused whole` : "none refused whole";
  return [
    {
      name: "listed",
      state: progress === null ? "unknown" : isRunning && isListing ? "working" : "done",
      value: countWithUnit(progress?.listed, "filings"),
      note: progress === null ? "no listing: files were given" : listedNote(progress),
    },
    {
      name: "fetched",
      state: fetchedState(run),
      value: countWithUnit(progress?.fetched, "files"),
      note: fetchedNote(run),
    },
    {
      name: "parsed",
      state: files === 0 && isRunning ? "unknown" : ended,
      value: countWithUnit(files - quarantinedFiles, "files"),
      note: refused,
    },
    {
      name: "loaded",
      state: loaded === 0 && isRunning ? "unknown" : ended,
      value: countWithUnit(loaded, "rows"),
      note: `${count(run.new)} new, ${count(run.amended)} amended, ${count(run.unchanged)} unchanged, ${count(quarantinedRecords)} refused`,
    },
    {
      name: "derived",
      state: toDerive === 0 ? (isRunning ? "unknown" : "done") : "waiting",
      value: toDerive === 0 ? "–" : count(toDerive),
      note: toDerive === 0 ? (isRunning ? "follows" : "nothing waits") : "companies, symbols and members wait",
    },
  ];
}

function listedNote({ atLeast, stored, quarantined }: NonNullable<Run["progress"]>): string {
  const known = `${count(stored)} stored, ${count(quarantined)} in quarantine`;
  return atLeast ? `${known}; listings are missing` : known;
}

function fetchedState({ status, progress }: Run): Stage["state"] {
  if (progress === null) return "unknown";
  if (progress.phase === "listing") return "unknown";
  if (status === "running") return "working";
  return progress.due > 0 ? "broken" : "done";
}

function fetchedNote({ progress }: Run): string {
  if (progress === null) return "nothing was fetched from a publisher";
  return progress.due > 0 ? `${count(progress.due)} to fetch` : "nothing left to fetch";
}
