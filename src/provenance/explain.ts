// Explains one row from its raw file to the response: file and position, fields as read, rules with their versions, and
// derived values.
import type { Store } from "../store/store.ts";
import { rulesOf } from "./derivation.ts";
import { explainInsiderTrade } from "./explain-insider.ts";
import { explainPoliticianTrade } from "./explain-politician.ts";
import { type ExplainedFact, type ExplainedKind, type Explanation, explainedKinds } from "./explanation.ts";

type Explain = (store: Store, home: string, id: string) => Promise<Explanation | null>;

const byKind: Record<ExplainedKind, Explain> = {
  insiderTrade: explainInsiderTrade,
  politicianTrade: explainPoliticianTrade,
  cluster: explainCluster,
};

/** `home` is DISCLOSED_HOME; without `kind`, the first kind that has the id is used. Null for an unknown id. */
export async function explain(
  store: Store,
  home: string,
  id: string,
  kind?: ExplainedKind,
): Promise<Explanation | null> {
  for (const one of kind ? [kind] : explainedKinds) {
    const explained = await byKind[one](store, home, id);
    if (explained) return explained;
  }
  return null;
}

/** Does the row's file still confirm the row? If not, an administrator has to act. */
export const isSound = ({ kind, file, problem }: Explanation): boolean =>
  kind === "cluster" || (problem === null && file?.state === "intact");

/** A cluster is in no file: it is derived from its trades. */
async function explainCluster({ pool }: Store, _home: string, id: string): Promise<Explanation | null> {
  const { rows } = await pool.query<Record<string, string | null>>(
    `SELECT c.transaction_code AS code, c.size::text, c.start_on, c.end_on, k.name, c.total_value::text AS value
     FROM clusters c JOIN companies k ON k.cik = c.company_cik WHERE c.id = $1`,
    [id],
  );
  const [cluster] = rows;
  if (!cluster) return null;
  const { rows: trades } = await pool.query<{ id: string; from: string }>(
    `SELECT t.id::text, i.name || ', traded ' || t.traded_on || ', filed ' || t.filed_on || ', accession ' || t.accession_number AS from
     FROM cluster_trades m JOIN insider_trades t ON t.id = m.trade_id JOIN insiders i ON i.cik = t.insider_cik
     WHERE m.cluster_id = $1 ORDER BY t.traded_on, t.id`,
    [id],
  );
  const derived: ExplainedFact[] = [
    { name: "company", value: cluster.name ?? null, from: "its trades" },
    { name: "cluster_size", value: cluster.size ?? null, from: "distinct people; joint filers of one form are one" },
    {
      name: "window",
      value: `${cluster.start_on} to ${cluster.end_on}`,
      from: `trades of code ${cluster.code} outside a plan within 30 days of the first`,
    },
    { name: "total_value", value: cluster.value ?? null, from: "sum over its trades" },
    ...trades.map((trade) => ({ name: "trade", value: trade.id, from: trade.from })),
  ];
  const nothing = { source: null, documentId: null, url: null, file: null, position: null, problem: null, fields: [] };
  return { kind: "cluster", id, ...nothing, rules: await rulesOf([]), derived };
}
