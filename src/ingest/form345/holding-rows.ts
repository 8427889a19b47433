// Converts a filing to rows of holdings, as filed. Pure.
import { hash } from "node:crypto";
import { titleClass } from "../../domain/security-class.ts";
import type { StoredRow } from "../../store/stored-models.ts";
import type { FilingRecord } from "./record.ts";
import { plain } from "./trade-rows.ts";

/** `stated_on` is the period of the report, else the filing date. */
export type HoldingRow = StoredRow<"Holding">;

/** The holdings of a filing, in the order of its tables. */
export function holdingRows(filing: FilingRecord): HoldingRow[] {
  const [insider] = filing.owners;
  if (!insider) throw new Error(`filing ${filing.accessionNumber} has no owner`);
  return filing.holdings.map((holding) => {
    const row: HoldingRow = {
      accession_number: filing.accessionNumber,
      is_derivative: holding.isDerivative,
      row_index: holding.rowIndex,
      company_cik: filing.issuer.cik,
      insider_cik: insider.cik,
      filed_on: filing.filedOn,
      stated_on: filing.periodOfReport ?? filing.filedOn,
      form_type: filing.formType,
      security_title: holding.securityTitle,
      security_class: null,
      shares: plain(holding.sharesOwnedAfter),
      value: plain(holding.valueOwnedAfter),
      ownership: holding.ownership,
      nature_of_ownership: holding.natureOfOwnership,
      exercise_price: plain(holding.exercisePrice),
      exercisable_on: holding.exercisableOn,
      expires_on: holding.expiresOn,
      underlying_title: holding.underlyingTitle,
      underlying_shares: plain(holding.underlyingShares),
      footnote_ids: holding.footnoteIds,
      content_hash: "",
    };
    row.content_hash = hash("sha256", JSON.stringify(row), "hex").slice(0, 32);
    // judged, not filed: no part of the digest
    row.security_class = titleClass(holding.securityTitle, holding.isDerivative, filing.issuer);
    return row;
  });
}
