// How service, data and customers stand: the operator's five questions with a short answer each, how fresh each source
// is, and the accounts that need a look: near a limit, asking for another plan, waiting for approval.
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { bytes, count, instant, relative, share, useNow } from "../../frame/format.ts";
import { formatFreshness, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
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

// How fresh each source is: its newest record, the date from which one is expected, and how far behind it is.

type Freshness = OverviewQuery["sourceFreshness"][number];

export function FreshnessTable({ sources }: { sources: Freshness[] }) {
  const now = useNow();
  const navigate = useNavigate();
  return (
    <DataTable
      label="Freshness"
      rows={sources}
      keyOf={({ source }) => source}
      onOpen={({ source }) => void navigate({ to: "/admin/ingestion", search: { source } })}
      columns={[
        { id: "source", head: "Source", narrow: "first", cell: ({ source }) => sourceName(source) },
        { id: "state", head: "State", narrow: "second", cell: formatFreshness },
        {
          id: "newest",
          head: "Newest record",
          narrow: "second",
          cell: ({ newestFiledOn }) => newestFiledOn ?? "–",
        },
        {
          id: "expected",
          head: "Expected since",
          hint: "A record of this date or a later one should be stored by now",
          cell: ({ expectedOn }) => expectedOn,
        },
        {
          id: "fetched",
          head: "Last fetch",
          cell: ({ lastFetchedAt }) => (lastFetchedAt ? relative(lastFetchedAt, now) : "never"),
        },
      ]}
    />
  );
}

/** `All sources are watched.`, or which are not. */
export function Watched({ watched, sources }: { watched: string[]; sources: Freshness[] }) {
  const missing = sources.filter(({ source }) => !watched.includes(source));
  if (missing.length === 0) return <>✓ All sources are fetched on schedule.</>;
  if (missing.length === sources.length)
    return (
      <>
        ! No source is fetched on schedule: no <code>npx disclosed sync --watch</code> is running.
      </>
    );
  return <>! Not fetched on schedule: {missing.map(({ source }) => sourceName(source)).join(", ")}.</>;
}

// The accounts that an operator should know of now: near a limit, asking for another plan, waiting for approval.

type Group = OverviewQuery["nearLimit"];
type Customer = Group["nodes"][number];

export function Customers({ nearLimit, asking, waiting }: Pick<OverviewQuery, "nearLimit" | "asking" | "waiting">) {
  const now = useNow();
  return (
    <>
      <CustomerGroup
        title="Near a limit"
        none="No account is near a limit."
        search={{ near: "limit" }}
        group={nearLimit}
      >
        {usageOf}
      </CustomerGroup>
      <CustomerGroup
        title="Plan requests"
        none="No account asks for another plan."
        search={{ asks: "plan" }}
        group={asking}
      >
        {({ plan, requestedPlan }) => `${plan.name} to ${requestedPlan?.name ?? "–"}`}
      </CustomerGroup>
      <CustomerGroup
        title="Waiting for approval"
        none="No account waits for approval."
        search={{ status: "waiting" }}
        group={waiting}
      >
        {({ createdAt }) => `signed up ${relative(createdAt, now)}`}
      </CustomerGroup>
    </>
  );
}

/** The window of which the larger part is used. */
function usageOf({ plan, requestsToday, requestsThisMonth }: Customer): string {
  const day = { used: requestsToday, limit: plan.perDay, words: "today" };
  const month = { used: requestsThisMonth, limit: plan.perMonth, words: "this month" };
  const { used, limit, words } = day.used / day.limit >= month.used / month.limit ? day : month;
  return `${used >= limit ? "× " : "! "}${share(used, limit)} of ${count(limit)} ${words}`;
}

interface CustomerGroupProps {
  title: string;
  none: string;
  /** the filter of the list of accounts */
  search: Record<string, string>;
  group: Group;
  children: (customer: Customer) => ReactNode;
}

function CustomerGroup({ title, none, search, group: { total, nodes }, children }: CustomerGroupProps) {
  return (
    <section className={classes.group}>
      <h3>
        {title}
        {total > 0 && `: ${count(total)}`}
      </h3>
      {total === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {nodes.map((customer) => (
            <li key={customer.id}>
              <Link to="/admin/accounts/$id" params={{ id: customer.id }}>
                <ForeignText>{customer.email}</ForeignText>
              </Link>
              <span>{children(customer)}</span>
            </li>
          ))}
        </ul>
      )}
      {total > nodes.length && (
        <Link to="/admin/accounts" search={search}>
          All {count(total)}
        </Link>
      )}
    </section>
  );
}
