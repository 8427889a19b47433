// Pairs the rows of one amendment with the live rows of what it amends. Pure. The rules and their reasons:
// docs/adr/0052-amendments-name-their-filing.md.
import { Decimal } from "decimal.js";
import {
  balanceBefore,
  type FiledRow,
  groupKey,
  isEqual,
  same,
  samePrice,
  sameShares,
  sameTerms,
  securityOf,
  startsEqual,
  statesOtherTerms,
} from "./filed-form.ts";
import { daysApart } from "./link.ts";

/** What an operator decided about a row: the id of the row that it restates, or that it adds a trade. */
export type Decision = { restates: string } | "adds";

export interface PairingFacts {
  omission: (row: FiledRow) => "footnote" | "remarks" | null;
  /** the row is of an original form; a later amendment may repeat a row that an earlier one added */
  isOriginal: (row: FiledRow) => boolean;
  decision: (row: FiledRow) => Decision | undefined;
  /** the last balances that the amended filings state, by `balanceKey` */
  lastBalances: ReadonlyMap<string, Decimal[]>;
}

export interface Pairing {
  /** [earlier row, row of the amendment that restates it, why] */
  pairs: [earlier: FiledRow, by: FiledRow, why: string][];
  adds: [row: FiledRow, why: string][];
  /** a row of the amendment that may restate one of the earlier rows `of` */
  doubts: { by: FiledRow; of: FiledRow[] }[];
}

/** `rows` are the amendment's, `live` those of the amended filings and their earlier amendments, in filing order. */
export function pairRows(rows: readonly FiledRow[], live: readonly FiledRow[], facts: PairingFacts): Pairing {
  const left = new LeftRows(rows, live);
  const equal = "shares, price and ownership are equal";
  const isEqualIn = (by: FiledRow, row: FiledRow, omission: (string | null)[]) =>
    isGroup(by, row) && isEqual(by, row) && (!facts.isOriginal(row) || omission.includes(facts.omission(by)));
  left.pairAlike((by, row) => isEqualIn(by, row, [null, "remarks"]) && isSure(by, row), equal);
  left.pairAlike((by, row) => isEqualIn(by, row, [null]) && sameTerms(by, row), equal);
  left.pairAlike((by, row) => isEqualIn(by, row, [null]) && !statesOtherTerms(by, row), equal);
  applyDecisions(left, facts);
  addOmitted(left, facts);
  const balance = "it starts from the same balance";
  left.pairAlike((by, row) => isGroup(by, row) && startsEqual(by, row), balance, unlikeness);
  addContinuing(left, facts);
  pairWholeGroups(left);
  left.pairAlike(differsInDateAlone, "it differs in the trade date alone", daysApart);
  left.pairAlike((by, row) => isCorrection(by, row) && startsEqual(by, row), balance, daysApart);
  closeRest(left);
  return left.result;
}

/** Rows with the same key share a balance. */
export const balanceKey = (row: FiledRow): string => `${securityOf(row)}|${row.ownership}`;

const isGroup = (by: FiledRow, row: FiledRow) => groupKey(by) === groupKey(row);

const isSure = (by: FiledRow, row: FiledRow) => sameTerms(by, row) && same(by.sharesOwnedAfter, row.sharesOwnedAfter);

const isSameSide = (by: FiledRow, row: FiledRow) =>
  by.isDerivative === row.isDerivative && by.ownership === row.ownership;
const isSameSecurity = (by: FiledRow, row: FiledRow) => securityOf(by) === securityOf(row);
const isSameDay = (by: FiledRow, row: FiledRow) => by.tradedOn === row.tradedOn;
const isSameCode = (by: FiledRow, row: FiledRow) => by.transactionCode === row.transactionCode;

const differsInDateAlone = (by: FiledRow, row: FiledRow) =>
  by.shares !== null &&
  isSameCode(by, row) &&
  isSameSecurity(by, row) &&
  isEqual(by, row) &&
  daysApart(by, row) < Number.POSITIVE_INFINITY;

/** Of date and code one differs, and other values agree: one trade, if both rows start from the same balance. */
const isCorrection = (by: FiledRow, row: FiledRow) =>
  isSameSide(by, row) &&
  isSameSecurity(by, row) &&
  (isSameCode(by, row) ? sameShares(by, row) || samePrice(by, row) : isSameDay(by, row) && sameShares(by, row));

/** May be one trade although the groups differ: date, code or security was corrected. */
function mayRestate(by: FiledRow, row: FiledRow): boolean {
  if (!isSameSide(by, row)) return false;
  if (isSameSecurity(by, row))
    return isSameCode(by, row) || (isSameDay(by, row) && (sameShares(by, row) || startsEqual(by, row)));
  return isSameCode(by, row) && isSameDay(by, row) && sameShares(by, row) && same(by.price, row.price);
}

/** How little two rows of a group agree, from 0 (ownership and shares) to 3. */
function unlikeness(by: FiledRow, row: FiledRow): number {
  if (by.ownership !== row.ownership) return 3;
  if (sameShares(by, row)) return 0;
  return samePrice(by, row) ? 1 : 2;
}

function applyDecisions(left: LeftRows, { decision }: PairingFacts): void {
  for (const by of left.by()) {
    const decided = decision(by);
    const row = typeof decided === "object" ? left.live().find(({ id }) => id === decided.restates) : undefined;
    if (row) left.pair(row, by, byOperator);
    else if (decided === "adds") left.add(by, byOperator);
  }
}

export const byOperator = "an operator decided it";

/**
 * Rows that were omitted before, by their footnotes or by the remarks. If the remarks say so of an amendment with more
 * rows of the group than the filing, a row with as many shares as one of the filing is not the omitted one.
 */
function addOmitted(left: LeftRows, { omission }: PairingFacts): void {
  for (const row of left.by()) if (omission(row) === "footnote") left.add(row, "its footnote says that it was omitted");
  const [open, live] = [left.by(), left.live()];
  for (const row of open) {
    const rivals = live.filter((earlier) => isGroup(row, earlier));
    const hasMore = open.filter((other) => isGroup(row, other)).length > rivals.length;
    const isKnown = hasMore && rivals.some((earlier) => sameShares(row, earlier));
    if (omission(row) === "remarks" && !isKnown) left.add(row, "the remarks say that it was omitted");
  }
}

/** Rows that continue from the last balance of the filing, or from that of a row that did. */
function addContinuing(left: LeftRows, { lastBalances }: PairingFacts): void {
  const reached = new Map(lastBalances);
  for (const row of left.by()) {
    const before = balanceBefore(row);
    const balances = reached.get(balanceKey(row)) ?? [];
    if (!before || before.isZero() || Number(row.shares) === 0 || !balances.some((balance) => balance.eq(before)))
      continue;
    left.add(row, "it continues the last balance of the filing");
    if (row.sharesOwnedAfter !== null) reached.set(balanceKey(row), [...balances, new Decimal(row.sharesOwnedAfter)]);
  }
}

/** The rows of a group that are left, one by one, if both sides have as many. */
function pairWholeGroups(left: LeftRows): void {
  const count = (rows: FiledRow[], key: string) => rows.filter((row) => groupKey(row) === key).length;
  const keys = new Set(left.by().map(groupKey));
  const whole = new Set([...keys].filter((key) => count(left.by(), key) === count(left.live(), key)));
  const why = "both filings have as many rows of the group";
  left.pairAlike((by, row) => isGroup(by, row) && whole.has(groupKey(by)), why, unlikeness);
}

/** A row that may restate one of the rows left is in doubt, any other one adds a trade. */
function closeRest(left: LeftRows): void {
  for (const by of left.by()) {
    const of = left.live().filter((row) => isGroup(by, row) || mayRestate(by, row));
    if (of.length > 0) left.result.doubts.push({ by, of });
    else left.add(by, "the filing has no row left that it could restate");
  }
}

/** The rows that are not paired yet, on both sides. */
class LeftRows {
  readonly result: Pairing = { pairs: [], adds: [], doubts: [] };
  readonly #by: Set<FiledRow>;
  readonly #live: Set<FiledRow>;

  constructor(rows: readonly FiledRow[], live: readonly FiledRow[]) {
    this.#by = new Set(rows);
    this.#live = new Set(live);
  }

  by = (): FiledRow[] => [...this.#by];
  live = (): FiledRow[] => [...this.#live];

  pair(row: FiledRow, by: FiledRow, why: string): void {
    this.result.pairs.push([row, by, why]);
    this.#by.delete(by);
    this.#live.delete(row);
  }

  add(row: FiledRow, why: string): void {
    this.result.adds.push([row, why]);
    this.#by.delete(row);
  }

  /** Pairs rows that agree, one to one: the least `unlike` ones first, else in the order of the forms. */
  pairAlike(
    agree: (by: FiledRow, row: FiledRow) => boolean,
    why: string,
    unlike: (by: FiledRow, row: FiledRow) => number = () => 0,
  ): void {
    const alike = this.by().flatMap((by) =>
      this.live().flatMap((row) => (agree(by, row) ? [{ by, row, unlike: unlike(by, row) }] : [])),
    );
    for (const { by, row } of alike.sort((a, b) => a.unlike - b.unlike))
      if (this.#by.has(by) && this.#live.has(row)) this.pair(row, by, why);
  }
}
