// Stores filings that were read again.
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import type { StoreAgain } from "../provenance.ts";
import { holdingRows } from "./holding-rows.ts";
import { form345 } from "./index.ts";
import { loadFilings } from "./load.ts";
import type { FilingToLoad } from "./record.ts";
import { fillFilings, touchTrades } from "./store-filings.ts";
import { addHoldings } from "./store-holdings.ts";

export function storeFilingsAgain(store: Store): StoreAgain<FilingToLoad> {
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
