// One transaction of a report as a row of politician_trades: facts as filed, and the office (party, chamber, state,
// district) that the member held when the trade was made. Derived columns (delay, sector, committee matches) are not
// set here.
import { createHash } from "node:crypto";
import { cleanSymbol } from "../../domain/identifiers.ts";
import { assetClass, type SecurityClass } from "../../domain/security-class.ts";
import { documentKey, rowId } from "../../store/sql/row-id.ts";
import type { Store } from "../../store/store.ts";
import type { StoredRow } from "../../store/stored-models.ts";
import { inLoad } from "../../store/transaction.ts";
import { loadMemberDirectory, type MemberDirectory } from "../legislators/member-directory.ts";
import { congressLoader } from "./index.ts";
import { type PtrReport, type PtrTransaction, reportId } from "./record.ts";

/** The fields of a trade that are derived, or set by the database. */
export const derivedOfTrade = {
  supersededById: true,
  companyCik: true,
  sector: true,
  industry: true,
  firstFiledOn: true,
  countedFrom: true,
  delayDays: true,
  isLate: true,
  isLateStatutory: true,
  dateQuality: true,
  isCommitteeTrade: true,
  committeeMatches: true,
  committeeData: true,
  lastModified: true,
} as const;

/** A row of politician_trades by column name. */
export interface TradeRow extends StoredRow<"PoliticianTrade", keyof typeof derivedOfTrade> {
  security_class: SecurityClass | null;
}

/** The rows of a report. Party, chamber, state and district are those of the trade date, else of the filing date. */
export function tradeRows(report: PtrReport, bioguideId: string, directory: MemberDirectory): TradeRow[] {
  const report_id = reportId(report);
  return report.transactions.map((transaction) => {
    const { tradedOn } = transaction;
    const ticker = symbolOf(transaction.tickerAsFiled);
    const office = officeOf(directory, { bioguideId, tradedOn, filedOn: report.filedOn });
    return {
      id: `${rowId(documentKey.congress(report_id), transaction.rowIndex)}`,
      report_id,
      row_index: transaction.rowIndex,
      bioguide_id: bioguideId,
      filed_on: report.filedOn,
      original_filed_on: transaction.isAmendment ? report.originalFiledOn : null,
      traded_on: tradedOn,
      party: office?.party ?? null,
      chamber: office?.chamber ?? report.chamber,
      state: office?.state ?? report.filer.state ?? null,
      district: office ? office.district : (report.filer.district ?? null),
      ticker,
      // a symbol in the asset's name is found by the derivation, which knows the companies (src/derive/issuers.ts)
      ticker_source: ticker === null ? null : "column",
      ticker_as_filed: transaction.tickerAsFiled,
      asset_name: transaction.assetName,
      asset_type: transaction.assetType,
      security_class: assetClass({
        type: transaction.assetType,
        name: transaction.assetName,
        symbol: ticker,
        symbolAsFiled: transaction.tickerAsFiled,
      }),
      trade_type: transaction.tradeType,
      owner: transaction.owner,
      amount_range: transaction.amountRange,
      amount_low: transaction.amountLow,
      amount_high: transaction.amountHigh,
      amount_mid: transaction.amountMid,
      comment: transaction.comment,
      account: transaction.account ?? null,
      notified_on: transaction.notifiedOn ?? null,
      cap_gains_over_200: transaction.capGainsOver200 ?? null,
      is_amendment: transaction.isAmendment,
      publisher_row_id: transaction.publisherRowId ?? null,
      withdraws: transaction.withdraws ?? false,
      content_hash: contentHash(transaction),
    };
  });
}

/** The House writes preferred shares as `T$A`: series A of T, not the symbol TA. */
function symbolOf(asFiled: string | null): string | null {
  return cleanSymbol(asFiled?.replace(/(?<=\w)\$(?=\w)/, "-P"));
}

/**
 * Digest of a row as filed; equal digests mean that nothing was corrected. It does not include sub-holding,
 * notification date and capital gains, which earlier releases did not read: those are compared separately
 * (write-rows.ts).
 */
export function contentHash(transaction: PtrTransaction): string {
  const { tradedOn, owner, tickerAsFiled, assetName, assetType, tradeType, amountRange, comment, isAmendment } =
    transaction;
  const facts = [tradedOn, owner, tickerAsFiled, assetName, assetType, tradeType, amountRange, comment, isAmendment];
  // added only if present, so that the digests of all other rows do not change
  const marks = [transaction.publisherRowId, transaction.withdraws].filter(Boolean);
  return createHash("sha256")
    .update(JSON.stringify([...facts, ...marks]))
    .digest("hex");
}

// The office that a member held when a trade was made: party, chamber, state and district of its row. Rows that were
// stored before a list of members named the term are corrected when the list comes, so that the order in which reports
// and members are ingested does not matter.

/** The dates of a row that decide its office. */
interface DatedRow {
  bioguideId: string;
  /** null where the report has no valid date */
  tradedOn: string | null;
  filedOn: string;
}

type Office = ReturnType<MemberDirectory["termOn"]>;

/** The office of the trade date, else of the filing date; null if no term near either is known. */
function officeOf(directory: MemberDirectory, { bioguideId, tradedOn, filedOn }: DatedRow): Office {
  return (tradedOn && directory.termOn(bioguideId, tradedOn)) || directory.termOn(bioguideId, filedOn);
}

/**
 * Writes to all stored rows the office that the members' terms now state, and registers the members concerned for the
 * derivation. A row whose office is unknown keeps what its report states. The publisher corrected nothing, so nothing is
 * written to the history.
 */
export async function refreshStoredOffices(store: Store): Promise<void> {
  await inLoad(store, congressLoader, async (client, load) => {
    const directory = await loadMemberDirectory(store);
    const { rows } = await client.query<DatedRow & { id: string }>(
      `SELECT id, bioguide_id AS "bioguideId", traded_on AS "tradedOn", filed_on AS "filedOn" FROM politician_trades`,
    );
    const held = rows.flatMap(({ id, ...row }) => {
      const office = officeOf(directory, row);
      return office ? [{ id, ...office }] : [];
    });
    const { rows: changed } = await client.query<{ bioguide_id: string }>(
      `UPDATE politician_trades t SET party = r.party, chamber = r.chamber, state = r.state, district = r.district,
         last_modified = statement_timestamp()
       FROM jsonb_to_recordset($1::jsonb) AS r(id bigint, party text, chamber text, state text, district int)
       WHERE t.id = r.id
         AND (t.party, t.chamber, t.state, t.district) IS DISTINCT FROM (r.party, r.chamber, r.state, r.district)
       RETURNING t.bioguide_id`,
      [JSON.stringify(held)],
    );
    for (const bioguideId of new Set(changed.map((row) => row.bioguide_id)))
      load.changed({ kind: "politician", bioguideId });
  });
}
