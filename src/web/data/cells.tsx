// What the tables of the data pages share: the cells (names with a link to their page, the side of a trade, the tier of
// its signal, a price, an unknown value), the column of the marks, and those of the returns after a trade.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { HoldingPeriod } from "../../domain/holding-periods.ts";
import { personName } from "../../domain/shown-names.ts";
import { madeVisible, perShare, signed } from "../frame/format.ts";
import type { Column } from "../frame/table/data-table.tsx";
import { ForeignText } from "../frame/text.tsx";
import classes from "./cells.module.css";
import type { Mark } from "./trade-marks.ts";

interface DataLinkProps {
  to: "companies" | "insiders" | "politicians" | "committees" | "clusters";
  id: string;
  className?: string | undefined;
  /** full text, if the name is truncated or another text is shown */
  title?: string;
  children: string;
}

export function DataLink({ to, id, children, ...props }: DataLinkProps) {
  return (
    <Link to={`/${to}/${encodeURIComponent(id)}`} {...props}>
      <ForeignText>{children}</ForeignText>
    </Link>
  );
}

/** The first and the last trade date of a cluster, which are not broken within a date, with a link to its page. */
export function ClusterDates({
  cluster: { id, startOn, endOn },
}: {
  cluster: { id: unknown; startOn: string; endOn: string };
}) {
  return <Link to={`/clusters/${encodeURIComponent(String(id))}`}>{`${startOn} to ${endOn}`}</Link>;
}

/** A name in a column: on one line unless it is very long, and never on more than two; then the tooltip has all of it. */
export function LongName({ full, isWide, children }: { full: string; isWide?: boolean; children: ReactNode }) {
  return (
    <span className={classes.name} data-wide={isWide} title={madeVisible(full)}>
      {children}
    </span>
  );
}

/** A text of any length from a filing, such as a title or an asset's name. */
export function LongText({ children }: { children: string | null }) {
  if (children === null) return <>–</>;
  return (
    <LongName full={children}>
      <ForeignText>{children}</ForeignText>
    </LongName>
  );
}

/** A person's name as people write it; an entity's as filed. */
export function InsiderName({ insider }: { insider: { cik: string; name: string } }) {
  const name = personName(insider.name);
  return (
    <LongName full={name} isWide>
      <DataLink to="insiders" id={insider.cik}>
        {name}
      </DataLink>
    </LongName>
  );
}

interface CompanyProps {
  company: { cik: string; name: string; ticker: string | null };
}

/** A company by its symbol, or by its name if it has none. */
export function CompanySymbol({ company }: CompanyProps) {
  return (
    <DataLink to="companies" id={company.cik} title={company.name}>
      {company.ticker ?? company.name}
    </DataLink>
  );
}

/** `ZQPB Palebrook Software`: the symbol, if it has one, and the name. */
export function CompanyName({ company }: CompanyProps) {
  return (
    <LongName full={company.name} isWide>
      <DataLink to="companies" id={company.cik}>
        {company.ticker ?? company.name}
      </DataLink>
      {company.ticker && (
        <>
          {" "}
          <ForeignText>{company.name}</ForeignText>
        </>
      )}
    </LongName>
  );
}

interface MemberProps {
  politician: { bioguideId: string; name: string };
  /** party and state are those on the trade date */
  party: string | null;
  state: string | null;
}

/** `Jane Doe (D-CA)` */
export function MemberName({ politician, party, state }: MemberProps) {
  const seat = [party?.slice(0, 1), state].filter(Boolean).join("-");
  return (
    <span className={classes.member}>
      <LongName full={politician.name} isWide>
        <DataLink to="politicians" id={politician.bioguideId}>
          {politician.name}
        </DataLink>
      </LongName>
      {seat && (
        <span className={classes.party} data-party={party}>
          {" "}
          ({seat})
        </span>
      )}
    </span>
  );
}

// Buy, sell or exchange, as sign, word and colour.
const signs = { buy: "▲", sell: "▼", exchange: "◆", other: "·" } as const;

type Kind = keyof typeof signs;

export function Side({ kind, children }: { kind: Kind; children: string }) {
  return (
    <span className={classes.side} data-kind={kind}>
      <span aria-hidden="true">{signs[kind]}</span> {children}
    </span>
  );
}

/** The side of an SEC transaction code: only P and S are market trades. */
export function sideOfCode(code: string): "buy" | "sell" | "other" {
  return code === "P" ? "buy" : code === "S" ? "sell" : "other";
}

/** The side of a congressional transaction type: `Purchase`, `Sale (Full)`, `Exchange`. */
export function sideOfKind(kind: string): Exclude<Kind, "other"> {
  return kind === "Purchase" ? "buy" : kind === "Exchange" ? "exchange" : "sell";
}

// A signal's tier as bars and a word.
const bars: Record<string, number> = { strong: 4, moderate: 3, weak: 2, noise: 1 };

interface TierProps {
  signal: { tier: string; score: number; direction: string };
}

export function Tier({ signal: { tier, score, direction } }: TierProps) {
  const count = bars[tier] ?? 1;
  return (
    <span className={classes.tier} data-tier={count} title={`${tier} ${direction}, ${score} of 100`}>
      <span aria-hidden="true">{"▮".repeat(count)}</span> {score}
      <span className={classes.hidden}> {tier}</span>
    </span>
  );
}

/** A price per share, with room for four decimals, so that the points of a column are below one another. */
export function Price({ price }: { price: string | null }) {
  const shown = perShare(price);
  return (
    <span className={classes.price} data-decimals={shown.split(".")[1]?.length ?? 0}>
      {shown}
    </span>
  );
}

/** An unknown value: a question mark with the reason, as a tooltip and for screen readers. */
export function UnknownFact({ because }: { because: string }) {
  return (
    <span title={because}>
      ? <span className={classes.hidden}>unknown: {because}</span>
    </span>
  );
}

// The marks of a trade, in a column of their own, so that no other column gets wide.

/** On a narrow screen rows without a mark do not have the column. */
export function marksColumn<Row>(marksOf: (row: Row) => Mark[]): Column<Row> {
  return {
    id: "marks",
    head: "Marks",
    narrow: (row) => (marksOf(row).length > 0 ? "second" : undefined),
    cell: (row) => <Marks marks={marksOf(row)} />,
  };
}

function Marks({ marks }: { marks: Mark[] }) {
  return marks.map(({ word, why, isNeutral }) => (
    <span key={word} className={isNeutral ? classes.mark : `${classes.mark} ${classes.flag}`} title={why}>
      {isNeutral ? word : `! ${word}`}
    </span>
  ));
}

// The columns of the returns after a trade.

interface WithReturns {
  outcome: { horizons: { days: number; returnPct: string | null }[] };
}

/** the holding periods that lists show; the details of a trade have all */
const shownPeriods = [7, 30, 90] as const satisfies readonly HoldingPeriod[];

/** What a follower earned who bought at the first close after the filing; unknown until the days are over. */
export const returnColumns: Column<WithReturns>[] = shownPeriods.map((days) => ({
  id: `return-${days}`,
  head: `${days}-day return (%)`,
  hint: `Return in percent from the first close after the filing date to ${days} days later`,
  number: true,
  shownFrom: days === 90 ? undefined : "large",
  narrow: days === 90 ? "second" : undefined,
  cell: ({ outcome }) => signed(outcome.horizons.find((period) => period.days === days)?.returnPct),
}));
