// Rules and limits that several statements and readers of the store share: which rows have outcomes, which row of a
// block counts, how many trades a rate needs, the deadlines of the STOCK Act, which seats match a trade, the benchmark.
import { type Office, officerTitles } from "../../filters/officer-titles.ts";
import { addDays } from "../../lib/calendar-date.ts";

/**
 * SQL condition for rows with the alias `t`, never null. Only these rows have outcomes, a signal direction and points
 * beyond the base, and can be in a cluster.
 */
export const isListedShare = "(t.security_class IN ('common', 'fund')) IS TRUE";

/** SQL condition for rows with the alias `t`: no reviewed pattern covers the title or the asset. */
export const isNotJudged = "t.security_class IS NULL";

/**
 * SQL condition for rows with the alias `t`: another row of the same block (src/derive/blocks.ts) stands for it in sums,
 * rankings, clusters and scores, which count the first row of a block and leave out the others.
 */
export const isRepeat = "(t.same_block_as_id IS NOT NULL)";

/**
 * SQL condition for rows with the alias `t` in the sums of one insider, whose CIK is the SQL `owner`: another form of
 * the same insider has the block too. A block that only others have reported besides counts for each of them, as a form
 * with several owners does.
 */
export const isRepeatFor = (owner: string): string => `(${isRepeat} AND EXISTS (
  SELECT FROM insider_trades e JOIN filing_owners p ON p.accession_number = e.accession_number
  WHERE p.insider_cik = ${owner}
    AND (e.id = t.same_block_as_id OR (e.same_block_as_id = t.same_block_as_id AND e.id < t.id))))`;

/** A rate over fewer resolved trades is not a sufficient sample: it is marked, and not ranked. */
export const minSample = 5;

/**
 * The windows for which sums over a company's trades are stored: calendar days, as the parameter `days` counts them,
 * filing date >= today - days.
 */
export const companyWindows = [30, 90, 365];

/** Maximum days from a transaction to its periodic transaction report (5 U.S.C. 13105(l)). */
export const deadlineDays = 45;

/** Maximum days from the notification of the member to the report, if that is earlier (5 U.S.C. 13105(l)). */
export const noticeDays = 30;

/** The last date on which a trade may be disclosed; both YYYY-MM-DD. */
export const deadlineOf = (tradedOn: string): string => addDays(tradedOn, deadlineDays);

/** The issuer of a trade, as SQL. */
interface IssuerSql {
  industry: string;
  sector: string;
}

/** SQL condition for jurisdictions with the alias `j`: it covers the issuer. */
export const coversIssuer = ({ industry, sector }: IssuerSql): string =>
  `(j.industry = ${industry} OR (j.industry IS NULL AND j.sector = ${sector}))`;

/**
 * SQL condition for memberships with the alias `m` and their committees `c`: the member had the seat on the trade date,
 * and the committee's jurisdiction covers the issuer. Committees with general jurisdiction never match.
 */
export const isMatchingSeat = ({ tradedOn, ...issuer }: IssuerSql & { tradedOn: string }): string =>
  `(${tradedOn} >= m.valid_from AND ${tradedOn} < coalesce(m.valid_to, 'infinity')
    AND EXISTS (SELECT FROM committee_jurisdictions j WHERE j.committee_code = c.code AND ${coversIssuer(issuer)})
    AND NOT EXISTS (SELECT FROM committee_jurisdictions j WHERE j.committee_code = c.code AND j.general))`;

/** The benchmark that returns are compared with: SPDR S&P 500 ETF Trust. */
export const benchmarkSymbol = "SPY";

/**
 * SQL: the symbols that are not the same without, or with, the dot of a class, because another company has or had the
 * symbol in that spelling. Any other symbol stands for all its spellings: BRKB for BRK.B. `borne`: a relation of symbol
 * and company_cik.
 */
export const ambiguousSymbols = (borne: string): string =>
  `SELECT s.symbol FROM ${borne} s JOIN ${borne} o ON replace(o.symbol, '.', '') = replace(s.symbol, '.', '')
   WHERE o.symbol <> s.symbol AND o.company_cik <> s.company_cik`;

/** SQL: whether the title of one of the insiders of a cluster says that its bearer holds the office. */
export function hasOffice(insiders: string, office: Office): string {
  const { says, denies } = officerTitles[office];
  return `EXISTS (SELECT FROM jsonb_array_elements(${insiders}) AS i, lower(i->>'title') AS title
    WHERE title ~ '${says}' AND title !~ '${denies}')`;
}
