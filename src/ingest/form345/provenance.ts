// Stored filings of Forms 3, 4 and 5: read again, found in their files, and stored again.
import type { Columns } from "../columns.ts";
import type { ExplainedFact, Provenance, StoredDocument } from "../provenance.ts";
import { originOfRow } from "./origin.ts";
import { planStatement } from "./plan-footnote.ts";
import { form345Reader } from "./reader.ts";
import type { FilingToLoad } from "./record.ts";
import { storeFilingsAgain } from "./store-again.ts";

const provenance: Provenance<FilingToLoad> = {
  reader: form345Reader,
  origin: originOfRow,
  storeAgain: storeFilingsAgain,
  rules: [],
  facts: (document, row) => [planFact(document, row)],
};

export default provenance;

/** The plan checkbox of the form, and the plan statements in the row's footnotes. */
function planFact({ columns }: StoredDocument, row: Columns): ExplainedFact {
  const footnotes = columns.footnotes as Record<string, string>;
  const box =
    columns.aff10b5_one === null ? "the form has no box" : `the box is ${columns.aff10b5_one ? "" : "not "}ticked`;
  const said = (row.footnote_ids as string[]).flatMap((id) => {
    const statement = planStatement(footnotes[id] ?? "");
    return statement ? [`footnote ${id} says ${statement === "made" ? "under a plan" : "not under a plan"}`] : [];
  });
  return {
    name: "is_10b5_1",
    value: row.is_10b5_1 === null ? null : String(row.is_10b5_1),
    from: [box, ...said].join(", "),
  };
}
