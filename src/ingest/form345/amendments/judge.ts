// Judges all amendments of a company: which filings they amend, which rows they restate and add, and which rows stay in
// doubt. Pure: the result depends only on the stored filings and decisions, never on the order of ingestion.
import { Decimal } from "decimal.js";
import {
  canAmend,
  compareFiled,
  type FiledForm,
  type FiledRow,
  groupKey,
  isAmendment,
  isEqual,
  startsEqual,
} from "./filed-form.ts";
import { type AmendmentLink, linkOf, statedOmission } from "./link.ts";
import { balanceKey, byOperator, type Decision, pairRows } from "./pairing.ts";

type AmendmentStatus = "restates" | "adds" | "undecided";

/** Maps and sets are keyed by row id, `links` by the accession number of the amendment. */
export interface Judgement {
  links: Map<string, AmendmentLink>;
  /** restated row -> row that restates it */
  supersededBy: Map<string, string>;
  /** of rows of linked amendments; `undecided` also of the rows that such a row may restate */
  status: Map<string, AmendmentStatus>;
  /** live rows of an amended filing whose group was restated without them */
  notRestated: Set<string>;
  /** undecided row of an amendment -> rows that it may restate */
  candidates: Map<string, string[]>;
  /** rule that decided the row of an amendment, as text */
  reasons: Map<string, string>;
}

/**
 * `forms` are the amendments of one company and all filings that they may amend; filings of other companies are only
 * known by their accession numbers. The order does not matter.
 */
export function judgeAmendments(
  forms: readonly FiledForm[],
  decisionOf: (row: FiledRow) => Decision | undefined = () => undefined,
): Judgement {
  const court = new Court(forms, decisionOf);
  for (const form of [...forms].sort(compareFiled)) if (isAmendment(form)) court.judge(form);
  return court.close();
}

interface Doubt {
  by: FiledRow;
  of: FiledRow[];
}

class Court {
  readonly #forms: Map<string, FiledForm>;
  readonly #decisionOf: (row: FiledRow) => Decision | undefined;
  readonly #result: Judgement = {
    links: new Map(),
    supersededBy: new Map(),
    status: new Map(),
    notRestated: new Set(),
    candidates: new Map(),
    reasons: new Map(),
  };
  /** accession number -> the filings at the beginning of its chain: itself, unless it amends a stored filing */
  readonly #roots = new Map<string, string[]>();
  #doubts: Doubt[] = [];

  constructor(forms: readonly FiledForm[], decisionOf: (row: FiledRow) => Decision | undefined) {
    this.#forms = new Map([...forms].sort(compareFiled).map((form) => [form.accessionNumber, form]));
    this.#decisionOf = decisionOf;
    for (const { accessionNumber } of forms) this.#roots.set(accessionNumber, [accessionNumber]);
  }

  judge(amendment: FiledForm): void {
    const found = linkOf(amendment, this.#forms, this.#isLive);
    const link =
      found.namedBy === "original_date" ? { ...found, amends: this.#bestOf(amendment, found.amends) } : found;
    this.#result.links.set(amendment.accessionNumber, link);
    if (link.amends.length === 0) return;
    const roots = [...new Set(link.amends.flatMap((accession) => this.#rootsOf(accession)))];
    const chain = this.#chainOf(roots, amendment);
    this.#roots.set(amendment.accessionNumber, roots);
    if (amendment.rows.length > 0) this.#pair(amendment, chain);
  }

  close(): Judgement {
    const { status, candidates, notRestated } = this.#result;
    for (const doubt of this.#doubts) {
      const of = doubt.of.filter(this.#isLive);
      if (of.length === 0) {
        status.set(doubt.by.id, status.get(doubt.by.id) ?? "adds");
        continue;
      }
      for (const row of [doubt.by, ...of]) status.set(row.id, "undecided");
      candidates.set(doubt.by.id, [...(candidates.get(doubt.by.id) ?? []), ...of.map(({ id }) => id)]);
    }
    for (const id of this.#result.supersededBy.keys()) notRestated.delete(id);
    for (const [id, one] of status) if (one === "undecided") notRestated.delete(id);
    return this.#result;
  }

  readonly #isLive = ({ id }: FiledRow): boolean => !this.#result.supersededBy.has(id);

  #rootsOf(accession: string): string[] {
    return this.#roots.get(accession) ?? [accession];
  }

  /** The filings of these roots that the amendment can amend, in filing order: originals and earlier amendments. */
  #chainOf(roots: string[], amendment: FiledForm): FiledForm[] {
    return [...this.#forms.values()].filter(
      (form) => canAmend(amendment, form) && this.#rootsOf(form.accessionNumber).some((root) => roots.includes(root)),
    );
  }

  /** Of several filings of the named day those that share rows with the amendment: equal ones, else a group. */
  #bestOf(amendment: FiledForm, candidates: string[]): string[] {
    if (candidates.length < 2) return candidates;
    const sharing = (agree: (by: FiledRow, row: FiledRow) => boolean) =>
      candidates.filter((accession) =>
        this.#chainOf(this.#rootsOf(accession), amendment)
          .flatMap(({ rows }) => rows.filter(this.#isLive))
          .some((row) => amendment.rows.some((by) => groupKey(by) === groupKey(row) && agree(by, row))),
      );
    const kinds = [(by: FiledRow, row: FiledRow) => isEqual(by, row) || startsEqual(by, row), () => true];
    return kinds.map(sharing).find((found) => found.length > 0) ?? candidates;
  }

  #pair(amendment: FiledForm, chain: FiledForm[]): void {
    const live = chain.flatMap(({ rows }) => rows.filter(this.#isLive));
    const amended = new Set(chain.filter(isAmendment).map(({ accessionNumber }) => accessionNumber));
    const { pairs, adds, doubts } = pairRows(amendment.rows, live, {
      omission: statedOmission(amendment),
      isOriginal: (row) => !amended.has(row.accessionNumber),
      decision: this.#decisionOf,
      lastBalances: lastBalancesOf(chain),
    });
    const { supersededBy, status, reasons, notRestated } = this.#result;
    for (const [row, by, why] of pairs) {
      supersededBy.set(row.id, by.id);
      status.set(by.id, "restates");
      reasons.set(by.id, why);
    }
    for (const [row, why] of adds) {
      status.set(row.id, "adds");
      reasons.set(row.id, why);
    }
    for (const { by } of doubts) reasons.set(by.id, "no rule tells whether it restates a row or adds one");
    const restated = new Set(pairs.map(([row]) => groupKey(row)));
    const dropped = live.filter((row) => this.#isLive(row) && restated.has(groupKey(row)));
    for (const row of dropped) notRestated.add(row.id);
    this.#carryDoubts(pairs, live);
    this.#doubts.push(...doubts);
  }

  /**
   * Rows that restate undecided rows are undecided too, and an operator may decide on them there.
   * It ends if the amendment restates every row of their groups.
   */
  #carryDoubts(pairs: [FiledRow, FiledRow, string][], live: FiledRow[]): void {
    const successors = new Map(pairs.map(([row, by]) => [row.id, by]));
    const isWhole = (row: FiledRow) =>
      successors.has(row.id) && live.every((other) => groupKey(other) !== groupKey(row) || successors.has(other.id));
    this.#doubts = this.#doubts
      .filter(({ by, of }) => ![by, ...of].every(isWhole))
      .map(({ by, of }) => ({ by: successors.get(by.id) ?? by, of: of.map((row) => successors.get(row.id) ?? row) }))
      .filter((doubt) => !this.#decide(doubt));
  }

  /** Applies the decision about a row that restates a row in doubt; false without one. */
  #decide({ by, of }: Doubt): boolean {
    const decision = this.#decisionOf(by);
    if (decision === undefined || decision === "adds") return decision === "adds";
    const row = of.find(({ id }) => id === decision.restates);
    if (!row) return false;
    this.#result.supersededBy.set(row.id, by.id);
    this.#result.reasons.set(by.id, byOperator);
    return true;
  }
}

/** The last balance of each security and ownership that a filing of the chain states. */
function lastBalancesOf(chain: FiledForm[]): Map<string, Decimal[]> {
  const balances = new Map<string, Decimal[]>();
  for (const { rows } of chain) {
    const last = new Map(
      rows.flatMap((row) => (row.sharesOwnedAfter === null ? [] : [[balanceKey(row), row.sharesOwnedAfter]])),
    );
    for (const [key, balance] of last) balances.set(key, [...(balances.get(key) ?? []), new Decimal(balance)]);
  }
  return balances;
}
