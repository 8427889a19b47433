// One sentence for a row of a list, as a person would say it: titles of feeds, subjects of mail. From the rows that the
// REST API serves. What a row does not say is called unknown; texts of filers have their invisible characters written out.
import { inGroups, madeVisible, shortened } from "../lib/display.ts";
import { personName } from "./shown-names.ts";

/** A row as the list's route gives it. */
type Row = Readonly<Record<string, unknown>>;

/** Lists whose rows have titles, by the names of their routes. */
export const titledLists = ["trades", "politician-trades", "clusters", "late-filings"] as const;
export type TitledList = (typeof titledLists)[number];

/** `Jane Doe, CFO, bought 12,000 shares of Example (EXM) for $480,000`. */
export function titleOf(list: TitledList, row: Row): string {
  return titles[list](row);
}

const titles: Readonly<Record<TitledList, (row: Row) => string>> = {
  trades: insiderTrade,
  "politician-trades": politicianTrade,
  clusters: cluster,
  "late-filings": (row) => `${politicianTrade(row)}, filed ${counted(row.days_late, "day")} late`,
};

/** characters of one text of a filer */
const maxText = 120;

function said(value: unknown): string | null {
  if (typeof value !== "string" || value.trim() === "") return null;
  return shortened(madeVisible(value.trim()), maxText);
}

/** what was done, by the code of the transaction; for others, whether the form says that the shares were acquired or disposed of */
const deeds: Readonly<Record<string, string>> = {
  P: "bought",
  S: "sold",
  A: "was granted",
  D: "returned to the issuer",
  F: "gave up for tax",
  M: "exercised options for",
  X: "exercised options for",
  O: "exercised options for",
  C: "converted",
};

function insiderTrade(row: Row): string {
  const code = String(row.trade_type).slice(0, 1);
  const isAcquired = { A: true, D: false }[String(row.acquired_disposed)];
  const moved = isAcquired === undefined ? "reported a transaction in" : isAcquired ? "acquired" : "disposed of";
  // the title of an exercise is that of the half in which the shares arrive
  const deed = row.is_derivative === true && code !== "P" && code !== "S" ? moved : (deeds[code] ?? moved);
  const what = row.security_class === "common" ? "shares" : `units of ${said(row.security_title) ?? "a security"}`;
  const value = row.price_reason === "not_required" ? "without a payment" : `for ${dollars(row.value)}`;
  const who = [personName(said(row.insider_name) ?? "An unknown insider"), said(row.title)].filter(Boolean).join(", ");
  const comma = said(row.title) ? "," : "";
  return `${who}${comma} ${deed} ${counted(row.shares, "")}${what} of ${company(row)} ${value}`;
}

function politicianTrade(row: Row): string {
  const from = [said(row.party)?.slice(0, 1), said(row.state)].filter(Boolean).join("-");
  const who = `${said(row.politician_name) ?? "a member"} (${[said(row.chamber), from].filter(Boolean).join(", ")})`;
  const kind = said(row.trade_type) ?? "";
  const deed = kind === "Purchase" ? "bought" : kind.startsWith("Sale") ? "sold" : "exchanged";
  const holder = { Spouse: " for the spouse", Joint: " jointly", Child: " for a child" }[String(row.owner)] ?? "";
  const ticker = said(row.ticker);
  const asset = `${said(row.asset_name) ?? "an unknown asset"}${ticker === null ? "" : ` (${ticker})`}`;
  return `${who} ${deed}${holder} ${asset}, ${said(row.amount_range) ?? "amount unknown"}`;
}

function cluster(row: Row): string {
  const deed = String(row.trade_type).startsWith("S") ? "sold" : "bought";
  const days = row.start_date === row.end_date ? `on ${row.start_date}` : `from ${row.start_date} to ${row.end_date}`;
  return `${counted(row.cluster_size, "insider")} ${deed} shares of ${company(row)} for ${dollars(row.total_value)} ${days}`;
}

function company(row: Row): string {
  const ticker = said(row.ticker);
  return `${said(row.company_name) ?? "an unknown company"}${ticker === null ? "" : ` (${ticker})`}`;
}

/** A count with its word; a quantity with decimals keeps them. */
function counted(value: unknown, word: string): string {
  const number = grouped(value);
  if (number === null) return word === "" ? "an unknown number of " : `an unknown number of ${word}s`;
  return word === "" ? `${number} ` : `${number} ${word}${number === "1" ? "" : "s"}`;
}

const dollars = (value: unknown): string => {
  const number = grouped(value);
  return number === null ? "an unknown value" : `$${number}`;
};

/** `12,000` or `12.5`; null for what is not a number. The text is exact: it is not calculated with. */
function grouped(value: unknown): string | null {
  const text = typeof value === "number" ? plain(value) : typeof value === "string" ? value : "";
  const [, whole, decimals = ""] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  return inGroups(whole) + decimals;
}

const plain = (value: number) => (Number.isFinite(value) && Math.abs(value) < 1e21 ? String(value) : "");
