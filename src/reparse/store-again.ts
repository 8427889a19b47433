// How a document that was read again is stored: what its rows were read without is added, and the rest goes through the ordinary load.

import { congressLoader } from "../ingest/congress/index.ts";
import { loadReports } from "../ingest/congress/load.ts";
import { matchFiler } from "../ingest/congress/match.ts";
import { relinkAmendments } from "../ingest/congress/relink.ts";
import { tradeRows } from "../ingest/congress/trade-row.ts";
import { fillRows, laterFacts } from "../ingest/congress/write-rows.ts";
import { edgarLoader } from "../ingest/edgar/index.ts";
import { holdingRows } from "../ingest/form345/holding-rows.ts";
import { loadFilings } from "../ingest/form345/load.ts";
import { fillFilings, touchTrades } from "../ingest/form345/store-filings.ts";
import { addHoldings } from "../ingest/form345/store-holdings.ts";
import type { MemberDirectory } from "../ingest/legislators/member-directory.ts";
import { loadMemberDirectory } from "../ingest/legislators/member-directory.ts";
import type { LoadableRecord } from "../provenance/reading.ts";
import { type DocumentSource, type DocumentSourceName, documentSourceOf } from "../sources.ts";
import { inLoad } from "../store/loading.ts";
import type { Store } from "../store/store.ts";

/** Days of filing, YYYY-MM-DD, both included. */
export interface FiledSpan {
  filedFrom?: string | undefined;
  filedTo?: string | undefined;
}

/** What `disclosed reparse` needs to know of a source beside how its documents are read. */
export interface StoreAgain {
  /** columns that stored rows may lack because an earlier parser did not read them; nothing else may be added without the load */
  later: ReadonlySet<string>;
  /** Of these documents those that an older parser has read, and those that have no file. */
  due(ids: string[], span: FiledSpan): Promise<{ id: string; hasFile: boolean }[]>;
  /** Adds the later columns where they are null, and holdings that are not stored. */
  fill(records: LoadableRecord[]): Promise<void>;
  /** The ordinary load: changed rows keep their ids, and their earlier version goes into the history. */
  load(records: LoadableRecord[]): Promise<void>;
  /** Remembers that the present parser has read these documents. */
  mark(ids: string[]): Promise<void>;
}

export function storeAgain(source: DocumentSourceName, store: Store): StoreAgain {
  const record = documentSourceOf(source);
  return record.documents.trades === "insiders" ? filings(record, store) : reports(record, store);
}

function filings(record: DocumentSource, store: Store): StoreAgain {
  const loadable = (records: LoadableRecord[]) => records.flatMap((one) => ("filing" in one ? [one.filing] : []));
  return {
    later: new Set(["accepted_at"]),
    ...documentsOf(store, record),
    async fill(records) {
      await inLoad(store, edgarLoader, async (client, load) => {
        const read = loadable(records);
        const filled = await fillFilings(client, read);
        await touchTrades(client, filled);
        const held = await addHoldings(
          client,
          read.flatMap(({ filing }) => holdingRows(filing)),
        );
        if (filled.length > 0 || held) load.visible();
      });
    },
    async load(records) {
      await loadFilings(store, loadable(records));
    },
  };
}

function reports(record: DocumentSource, store: Store): StoreAgain {
  const entries = (records: LoadableRecord[]) => records.flatMap((one) => ("report" in one ? [one.report] : []));
  let directory: Promise<MemberDirectory> | undefined;
  const members = () => {
    directory ??= loadMemberDirectory(store);
    return directory;
  };
  return {
    later: new Set(laterFacts),
    ...documentsOf(store, record),
    async fill(records) {
      const known = await members();
      const rows = entries(records).flatMap(({ report }) => {
        const match = matchFiler(known, report);
        return "transactions" in report && "bioguideId" in match ? tradeRows(report, match.bioguideId, known) : [];
      });
      await inLoad(store, congressLoader, async (client, load) => {
        const filled = await fillRows(client, rows);
        const relinked = await relinkAmendments(client, filled);
        for (const bioguideId of new Set([...filled, ...relinked])) load.changed({ kind: "politician", bioguideId });
      });
    },
    async load(records) {
      await loadReports(store, entries(records), { directory: await members() });
    },
  };
}

function documentsOf({ pool }: Store, { documents }: DocumentSource): Pick<StoreAgain, "due" | "mark"> {
  const { table, parserVersion } = documents;
  const id = documents.key.column;
  return {
    async due(ids, { filedFrom, filedTo }) {
      const { rows } = await pool.query<{ id: string; hasFile: boolean }>(
        `SELECT ${id} AS id, source_file_sha256 IS NOT NULL AS "hasFile" FROM ${table}
         WHERE ${id} = ANY($1) AND (parser_version IS DISTINCT FROM $2 OR source_file_sha256 IS NULL)
           AND ($3::date IS NULL OR filed_on >= $3) AND ($4::date IS NULL OR filed_on <= $4) ORDER BY array_position($1, ${id})`,
        [ids, parserVersion, filedFrom ?? null, filedTo ?? null],
      );
      return rows;
    },
    async mark(ids) {
      await pool.query(`UPDATE ${table} SET parser_version = $2 WHERE ${id} = ANY($1)`, [ids, parserVersion]);
    },
  };
}
