// Reads the titles of stored filings again that refer to the remarks or a footnote, if a newer release has other rules:
// titles are updated, ids do not change. A migration that changes the rules requests it with a row of kind "titles" in
// pending_derivations.
import type { PoolClient } from "pg";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { form345 } from "./index.ts";
import { refersElsewhere, roleTitle, statedRole } from "./names.ts";
import type { OwnerRecord } from "./record.ts";
import { digest } from "./trade-digest.ts";
import type { TradeRow } from "./trade-row.ts";

const batchSize = 200;

interface StoredFiling {
  accessionNumber: string;
  companyCik: string;
  filedOn: string;
  remarks: string | null;
  footnotes: Record<string, string>;
  owners: OwnerRecord[];
}

/**
 * Executes a pending request, and registers the companies of changed filings for derivation. Without a request it costs
 * one query.
 */
export async function readTitlesAgain(store: Pick<Store, "pool">): Promise<void> {
  const { rowCount } = await store.pool.query("SELECT FROM pending_derivations WHERE kind = 'titles'");
  if (!rowCount) return;
  await inLoad(store, form345.loader, async (client, load) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("DELETE FROM pending_derivations WHERE kind = 'titles'");
    for (let after: string | undefined = ""; after !== undefined; ) {
      const { rows: filings }: { rows: StoredFiling[] } = await client.query<StoredFiling>(withReferences, [
        after,
        batchSize,
      ]);
      await client.query(updateOwners, ownerRoles(filings));
      await correctTrades(client, filings);
      for (const { companyCik, filedOn } of filings) load.changed({ kind: "company", cik: companyCik, from: filedOn });
      after = filings.at(-1)?.accessionNumber;
    }
  });
}

// matches more than the rule's own pattern, which then decides
const isLikely = (column: string) =>
  `${column} ~* '\\m(see|refer|remarks?|described|stated|noted|indicated|set forth)\\M' OR ${column} !~* '[a-z]'`;
const withReferences = `
  SELECT f.accession_number AS "accessionNumber", f.company_cik AS "companyCik", f.filed_on AS "filedOn", f.remarks, f.footnotes,
    jsonb_agg(jsonb_build_object('cik', o.insider_cik, 'name', o.name_as_filed, 'isDirector', o.is_director, 'isOfficer', o.is_officer,
      'isTenPercentOwner', o.is_ten_percent_owner, 'isOther', o.is_other, 'officerTitle', o.officer_title, 'otherText', o.other_text)
      ORDER BY o.ordinal) AS owners
  FROM filings f JOIN filing_owners o USING (accession_number)
  WHERE f.accession_number > $1 AND EXISTS (SELECT FROM filing_owners r WHERE r.accession_number = f.accession_number
    AND (${isLikely("r.officer_title")} OR ${isLikely("r.other_text")}))
  GROUP BY f.accession_number ORDER BY f.accession_number LIMIT $2`;

/** The parameters of updateOwners. */
function ownerRoles(filings: StoredFiling[]): [string[], number[], (string | null)[]] {
  const owners = filings.flatMap((filing) =>
    filing.owners.map((owner, ordinal) => ({ filing, ordinal, role: statedRole(owner, filing) })),
  );
  return [
    owners.map(({ filing }) => filing.accessionNumber),
    owners.map(({ ordinal }) => ordinal),
    owners.map(({ role }) => role),
  ];
}

const updateOwners = `
  UPDATE filing_owners o SET stated_role = w.role FROM unnest($1::text[], $2::int[], $3::text[]) AS w(accession, ordinal, role)
  WHERE o.accession_number = w.accession AND o.ordinal = w.ordinal AND o.stated_role IS DISTINCT FROM w.role`;

type StoredTrade = TradeRow & { id: string };

async function correctTrades(client: PoolClient, filings: StoredFiling[]): Promise<void> {
  const { rows } = await client.query<StoredTrade>("SELECT * FROM insider_trades WHERE accession_number = ANY($1)", [
    filings.map((filing) => filing.accessionNumber),
  ]);
  const filingOf = new Map(filings.map((filing) => [filing.accessionNumber, filing]));
  const trades = rows.flatMap((row) => {
    const filing = filingOf.get(row.accession_number);
    return filing ? corrected(row, filing) : [];
  });
  if (trades.length === 0) return;
  await client.query(keepHistory, [trades.map(({ id }) => id)]);
  await client.query(updateTrades, [
    trades.map(({ id }) => id),
    trades.map((row) => row.title),
    trades.map((row) => row.title_as_filed),
    trades.map((row) => row.content_hash),
  ]);
}

/** The row with the titles of the rules, or none if it has them. */
function corrected(row: StoredTrade, filing: StoredFiling): StoredTrade[] {
  const [insider] = filing.owners;
  if (!insider) return [];
  const filed = roleTitle(insider);
  const isReferred = refersElsewhere(insider);
  const titles = isReferred
    ? { title: statedRole(insider, filing), title_as_filed: filed }
    : { title: filed, title_as_filed: null };
  if (titles.title === row.title && titles.title_as_filed === row.title_as_filed) return [];
  const next = { ...row, ...titles };
  // updates the digest too, so that ingesting the same file again changes nothing; a digest computed in another way is
  // not changed
  return [digest(row) === row.content_hash ? { ...next, content_hash: digest(next) } : next];
}

const keepHistory = `
  INSERT INTO row_history (kind, row_id, reason, before)
  SELECT 'insider_trade', t.id, 'its title is read by a newer rule', to_jsonb(t) FROM insider_trades t WHERE t.id = ANY($1::bigint[])`;

const updateTrades = `
  UPDATE insider_trades t SET title = w.title, title_as_filed = w.filed, content_hash = w.hash, last_modified = statement_timestamp()
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS w(id, title, filed, hash) WHERE t.id = w.id`;
