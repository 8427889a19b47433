// What a cell of the data pages shows: names with a link to their page, the side of a trade, the tier of its signal,
// its filing date, an unknown value.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/text.tsx";
import classes from "./cells.module.css";

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
    <Link to={`/admin/data/${to}/${encodeURIComponent(id)}`} {...props}>
      <ForeignText>{children}</ForeignText>
    </Link>
  );
}

export function InsiderName({ insider }: { insider: { cik: string; name: string } }) {
  return (
    <DataLink to="insiders" id={insider.cik}>
      {insider.name}
    </DataLink>
  );
}

/** A company by its symbol, or by its name if it has none. */
export function CompanySymbol({ company }: { company: { cik: string; name: string; ticker: string | null } }) {
  return (
    <DataLink to="companies" id={company.cik} title={company.name}>
      {company.ticker ?? company.name}
    </DataLink>
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
    <>
      <DataLink to="politicians" id={politician.bioguideId}>
        {politician.name}
      </DataLink>
      {seat && (
        <span className={classes.party} data-party={party}>
          {" "}
          ({seat})
        </span>
      )}
    </>
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

// The filing date of a trade.
interface Amendable {
  filedOn: string;
  isAmendment: boolean;
  /** only in lists that include superseded rows */
  supersededById?: number | null;
}

export function Filed({ trade }: { trade: Amendable }) {
  const [mark, why] = markOf(trade) ?? [];
  return (
    <>
      {trade.filedOn}
      {mark && (
        <span className={classes.mark} title={why}>
          {" "}
          {mark}
        </span>
      )}
    </>
  );
}

function markOf({ isAmendment, supersededById }: Amendable): [mark: string, why: string] | undefined {
  if (supersededById) return ["! superseded", "replaced by an amendment; no longer counted"];
  if (isAmendment) return ["! amended", "from an amendment that replaced an earlier row"];
}

/** An unknown value: a question mark with the reason, as a tooltip and for screen readers. */
export function UnknownFact({ because }: { because: string }) {
  return (
    <span title={because}>
      ? <span className={classes.hidden}>unknown: {because}</span>
    </span>
  );
}
