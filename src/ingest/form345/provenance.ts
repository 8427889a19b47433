// Stored filings of Forms 3, 4 and 5: read again, found in their files, and stored again.
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import type { Columns, ExplainedFact, Provenance, StoreAgain, StoredDocument } from "../provenance.ts";
import { amendmentDecisions } from "./amendments/decide.ts";
import { form345 } from "./index.ts";
import { addHoldings, holdingRows } from "./load/holdings.ts";
import { loadFilings } from "./load/load.ts";
import { fillFilings, touchTrades } from "./load/store-filings.ts";
import { originOfRow } from "./origin.ts";
import { type PlanStatement, planStatement } from "./read/plan-footnote.ts";
import type { FilingToLoad } from "./read/record.ts";
import { form345Reader } from "./reader.ts";

// Stores filings that were read again.
function storeFilingsAgain(store: Store): StoreAgain<FilingToLoad> {
  return {
    later: new Set(["accepted_at", "issuer_sic"]),
    async fill(filings) {
      await inLoad(store, form345.loader, async (client, load) => {
        const filled = await fillFilings(client, filings);
        await touchTrades(client, filled.accepted);
        for (const { cik, filedOn } of filled.reclassified) load.changed({ kind: "company", cik, from: filedOn });
        const held = await addHoldings(
          client,
          filings.flatMap(({ filing }) => holdingRows(filing)),
        );
        if (filled.accepted.length > 0 || held) load.visible();
      });
    },
    async load(filings) {
      await loadFilings(store, filings);
    },
  };
}

const provenance: Provenance<FilingToLoad> = {
  reader: form345Reader,
  origin: originOfRow,
  storeAgain: storeFilingsAgain,
  rules: [],
  facts: (document, row) => [planFact(document, row)],
  amendments: amendmentDecisions,
};

export default provenance;

const statementWords: Record<PlanStatement, string> = {
  made: "says under a plan",
  denied: "says not under a plan",
  mentioned: "mentions a plan and says nothing about the row",
  unnamed: "says under a plan, without naming the rule",
  unclear: "speaks of a plan in words that no rule covers",
};

/** The plan checkbox of the form, and the plan statements in the row's footnotes. */
function planFact({ columns }: StoredDocument, row: Columns): ExplainedFact {
  const footnotes = columns.footnotes as Record<string, string>;
  const box =
    columns.aff10b5_one === null ? "the form has no box" : `the box is ${columns.aff10b5_one ? "" : "not "}ticked`;
  const said = (row.footnote_ids as string[]).flatMap((id) => {
    const statement = planStatement(footnotes[id] ?? "");
    return statement ? [`footnote ${id} ${statementWords[statement]}`] : [];
  });
  return {
    name: "is_10b5_1",
    value: row.is_10b5_1 === null ? null : String(row.is_10b5_1),
    from: [box, ...said].join(", "),
  };
}
