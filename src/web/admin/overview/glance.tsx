// The five questions of an operator, each with a short value: is the service up, are the data fresh, what needs
// attention, who are the customers, is there room on the disk.
import { bytes, count, instant, share } from "../../frame/format.ts";
import { sourceName } from "../../frame/sources.tsx";
import type { OverviewQuery } from "../../generated/operations.ts";
import classes from "./overview-page.module.css";

type Level = "good" | "warn" | "bad" | "unknown";

interface GlanceFact {
  title: string;
  level: Level;
  value: string;
  note: string;
}

const signs: Record<Level, string> = { good: "✓", warn: "!", bad: "×", unknown: "?" };

export function Glance({ overview }: { overview: OverviewQuery }) {
  const facts = [
    service(overview.serviceState),
    data(overview.sourceFreshness),
    attention(overview.attention),
    customers(overview),
    disk(overview.serviceState),
  ];
  return (
    <dl className={classes.glance}>
      {facts.map(({ title, level, value, note }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={classes.value} data-level={level}>
            <span aria-hidden="true">{signs[level]}</span> {value}
          </dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

type State = OverviewQuery["serviceState"];

/** A response came, so the service and its database are up. */
function service({ counting, startedAt, monthRequests, monthErrors }: State): GlanceFact {
  const isAway = counting === "redis_away";
  const failed =
    monthRequests === 0
      ? "no requests this month"
      : `${share(monthErrors, monthRequests)} of this month's requests failed`;
  return {
    title: "Service",
    level: isAway ? "bad" : "good",
    value: isAway ? "Up, without Redis" : "Up",
    note: `${startedAt ? `since ${instant(startedAt).slice(0, 16)} UTC; ` : ""}${failed}`,
  };
}

function data(sources: OverviewQuery["sourceFreshness"]): GlanceFact {
  const behind = sources.filter((one) => one.behind);
  const unknown = sources.filter((one) => one.behind === null);
  const newest = sources.flatMap(({ newestFiledOn }) => newestFiledOn ?? []).sort();
  const of = (some: unknown[]) => `${count(some.length)} of ${count(sources.length)} sources`;
  const note = newest.length > 0 ? `newest record ${newest.at(-1)}` : "no records";
  if (behind.length > 0)
    return {
      title: "Data",
      level: "warn",
      value: `${of(behind)} behind`,
      note: behind.map(({ source }) => sourceName(source)).join("; "),
    };
  if (unknown.length > 0) return { title: "Data", level: "unknown", value: `${of(unknown)} never fetched`, note };
  return { title: "Data", level: "good", value: "Up to date", note };
}

const urgent = new Set(["redis_away", "disk_full", "run_failed", "publisher_stopped"]);

function attention(items: OverviewQuery["attention"]): GlanceFact {
  const worst = items.filter(({ kind }) => urgent.has(kind)).length;
  return {
    title: "Needs attention",
    level: items.length === 0 ? "good" : worst > 0 ? "bad" : "warn",
    value: items.length === 0 ? "Nothing" : `${count(items.length)} ${items.length === 1 ? "item" : "items"}`,
    note:
      worst > 0 ? `${count(worst)} urgent` : items.length > 0 ? "none urgent" : "no failed run, no quarantined filing",
  };
}

function customers({ active, waiting, asking, nearLimit }: OverviewQuery): GlanceFact {
  const open = waiting.total + asking.total + nearLimit.total;
  return {
    title: "Customers",
    level: open > 0 ? "warn" : "good",
    value: `${count(active.total)} active ${active.total === 1 ? "account" : "accounts"}`,
    note: `${count(nearLimit.total)} near a limit, ${count(asking.total)} plan ${asking.total === 1 ? "request" : "requests"}, ${count(waiting.total)} waiting`,
  };
}

const levels: Record<string, Level> = { enough: "good", little: "warn", critical: "bad" };

function disk({ disk: space, databaseBytes }: State): GlanceFact {
  const database = `database ${bytes(databaseBytes)}`;
  if (!space) return { title: "Disk", level: "unknown", value: "Unknown", note: database };
  return {
    title: "Disk",
    level: levels[space.room] ?? "unknown",
    value: `${bytes(space.freeBytes)} free`,
    note: `of ${bytes(space.totalBytes)}; ${database}`,
  };
}
