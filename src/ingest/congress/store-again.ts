// Stores reports that were read again.
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { loadMemberDirectory, type MemberDirectory } from "../legislators/member-directory.ts";
import type { StoreAgain } from "../provenance.ts";
import { congressLoader } from "./index.ts";
import { loadReports } from "./load.ts";
import { matchFiler } from "./match.ts";
import type { ReportEntry } from "./record.ts";
import { relinkAmendments } from "./relink.ts";
import { tradeRows } from "./trade-row.ts";
import { fillRows, laterFacts } from "./write-rows.ts";

export function storeReportsAgain(store: Store): StoreAgain<ReportEntry> {
  let directory: Promise<MemberDirectory> | undefined;
  const members = () => {
    directory ??= loadMemberDirectory(store);
    return directory;
  };
  return {
    later: new Set(laterFacts),
    async fill(entries) {
      const known = await members();
      const rows = entries.flatMap(({ report }) => {
        const match = matchFiler(known, report);
        return "transactions" in report && "bioguideId" in match ? tradeRows(report, match.bioguideId, known) : [];
      });
      await inLoad(store, congressLoader, async (client, load) => {
        const filled = await fillRows(client, rows);
        const relinked = await relinkAmendments(client, filled);
        for (const bioguideId of new Set([...filled, ...relinked])) load.changed({ kind: "politician", bioguideId });
      });
    },
    async load(entries) {
      await loadReports(store, entries, { directory: await members() });
    },
  };
}
