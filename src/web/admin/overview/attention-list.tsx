// The problems that need the operator's attention, each with a link to the page where it can be solved.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, instant, relative, useNow } from "../../frame/format.ts";
import { sourceName } from "../../frame/sources.tsx";
import { ForeignText } from "../../frame/text.tsx";
import type { OverviewQuery } from "../../generated/operations.ts";
import classes from "./attention-list.module.css";

type Item = OverviewQuery["attention"][number];

export function AttentionList({ items }: { items: Item[] }) {
  const now = useNow();
  return (
    <ul className={classes.list} aria-label="Needs attention">
      {items.map((item) => (
        <li key={`${item.kind} ${item.subject}`} className={classes.item}>
          <Sentence item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Sentence({ item, now }: { item: Item; now: number }) {
  const words = wordings[item.kind];
  if (!words) return <div>{item.kind}</div>;
  const { bad, say, to, search } = words(item, now);
  return (
    <>
      <span className={bad ? classes.bad : classes.warn}>{bad ? "×" : "!"}</span>
      <div>
        {to ? (
          <Link to={to} search={search}>
            {say}
          </Link>
        ) : (
          say
        )}
      </div>
      {item.detail && (
        <div className={classes.detail}>
          <ForeignText>{item.detail}</ForeignText>
        </div>
      )}
    </>
  );
}

interface Wording {
  say: ReactNode;
  /** shown with × instead of ! */
  bad?: boolean;
  to?: string;
  search?: Record<string, string>;
}

const some = (amount: number | null, one: string, several = `${one}s`) =>
  `${count(amount)} ${amount === 1 ? one : several}`;
const onSource = ({ subject }: Item) => ({ search: { source: subject ?? "" } });
const ingestion = "/admin/ingestion";
const accounts = "/admin/accounts";

const nameOf = ({ subject }: Item) => sourceName(subject ?? "");

const wordings: Record<string, (item: Item, now: number) => Wording> = {
  redis_away: () => ({
    bad: true,
    say: "Redis is not reachable from this process; PostgreSQL counts the limits instead",
  }),
  disk_full: () => ({
    bad: true,
    say: "The disk is nearly full. PostgreSQL stops when it is; disclosed prune removes expired data",
  }),
  run_failed: (item, now) => ({
    bad: true,
    say: `The last run of ${nameOf(item)} failed, ${relative(item.at, now)}`,
    to: ingestion,
    ...onSource(item),
  }),
  publisher_stopped: (item) => ({
    bad: true,
    say: `${item.subject} refused our requests; none are sent until ${instant(item.at)} UTC`,
    to: ingestion,
  }),
  source_behind: (item, now) => ({
    say: `${nameOf(item)}: overdue, last fetched ${relative(item.at, now)}`,
    to: ingestion,
    ...onSource(item),
  }),
  records_old: (item) => ({
    say: item.at
      ? `${nameOf(item)}: fetched, but the newest record is of ${item.at.slice(0, 10)}`
      : `${nameOf(item)}: fetched, but without records`,
    to: ingestion,
    ...onSource(item),
  }),
  listing_failed: (item, now) => ({
    say: `${nameOf(item)}: ${some(item.count, "list")} could not be read completely, last tried ${relative(item.at, now)}`,
    to: ingestion,
    ...onSource(item),
  }),
  fetch_failed: (item) => ({
    say: `${nameOf(item)}: ${some(item.count, "listed filing")} could not be fetched yet`,
    to: ingestion,
    ...onSource(item),
  }),
  derivation_waits: (item, now) => ({
    say: `${some(item.count, "change")} waiting for derivation, the oldest ${relative(item.at, now)}`,
    to: ingestion,
  }),
  quarantine: (item, now) => ({
    say: `${nameOf(item)}: ${some(item.count, "filing")} in quarantine, the newest ${relative(item.at, now)}`,
    to: "/admin/quarantine",
    search: { source: item.subject ?? "", status: "open" },
  }),
  account_waits: (item, now) => ({
    say: `${some(item.count, "account is waiting", "accounts are waiting")} for approval, the oldest ${relative(item.at, now)}`,
    to: accounts,
    search: { status: "waiting" },
  }),
  plan_asked: (item) => ({
    say: `${some(item.count, "account requested", "accounts requested")} another plan`,
    to: accounts,
    search: { asks: "plan" },
  }),
};
