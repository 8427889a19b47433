// Checks that all contenders gave the same rows: responses of different shapes are normalised and compared.
import { isDeepStrictEqual } from "node:util";

interface Normalised {
  total: number | null;
  rows: unknown[];
}

type Row = Record<string, unknown>;

const number = (value: unknown) => (value === null ? null : Number(value));

/** A response of this service, or of hand-written Express. */
export function normaliseRest(body: string): Normalised {
  const { data, pagination } = JSON.parse(body);
  return {
    total: pagination?.total ?? null,
    rows: [data].flat().map((row: Row) => ({
      id: String(row.id),
      filed: row.filing_date,
      traded: row.trade_date,
      company: row.company_name,
      ticker: row.ticker,
      sector: row.sector,
      insider: row.insider_name,
      joint: (row.joint_insiders as Row[]).map(({ cik }) => cik),
      code: String(row.trade_type).slice(0, 1),
      shares: number(row.shares),
      price: number(row.price),
      value: number(row.value),
      source: row.source_url,
      score: row.signal_score,
      changed: row.last_modified,
    })),
  };
}

/** A response with the names of the peers' GraphQL schema; SOFA omits `data` and the name of the field. */
export function normaliseGraphql(body: string): Normalised {
  const response = JSON.parse(body);
  const found = response.data?.insiderTrades ?? response.data?.insiderTrade ?? response;
  return normaliseRows(found.total ?? null, found.nodes ?? [found]);
}

function normaliseRows(total: number | null, rows: Row[]): Normalised {
  return {
    total,
    rows: rows.map((row) => {
      const company = row.company as Row;
      const { owners, sourceUrl } = row.filing as { owners: Row[]; sourceUrl: string };
      return {
        id: String(row.id),
        filed: row.filedOn,
        traded: row.tradedOn,
        company: company.name,
        ticker: company.ticker,
        sector: company.sector,
        insider: owners[0]?.name,
        joint: owners.slice(1).map(({ cik }) => cik),
        code: row.transactionCode,
        shares: number(row.shares),
        price: number(row.price),
        value: number(row.value),
        source: sourceUrl,
        score: row.signalScore,
        changed: row.lastModified,
      };
    }),
  };
}

/** A response of PostGraphile, with the names of the tables. */
export function normalisePostgraphile(body: string): Normalised {
  const { data, errors } = JSON.parse(body);
  if (errors) throw new Error(`PostGraphile: ${JSON.stringify(errors).slice(0, 500)}`);
  const { allInsiderTrades: list, insiderTradeById: one } = data;
  const nodes = (list?.nodes ?? [one]).map((row: Row) => {
    const { sourceUrl, filingOwnersByAccessionNumber: owners } = row.filingByAccessionNumber as {
      sourceUrl: string;
      filingOwnersByAccessionNumber: { nodes: Row[] };
    };
    return {
      ...row,
      company: row.companyByCompanyCik,
      filing: { sourceUrl, owners: owners.nodes },
      lastModified: new Date(String(row.lastModified)).toISOString(),
    };
  });
  return normaliseRows(list?.totalCount ?? null, nodes);
}

/** @throws Error that shows where two responses differ */
export function assertSame(name: string, path: string, actual: Normalised, expected: Normalised): void {
  if (actual.rows.length > 0 && isDeepStrictEqual(actual, expected)) return;
  const index = expected.rows.findIndex((row, at) => !isDeepStrictEqual(row, actual.rows[at]));
  const show = ({ total, rows }: Normalised) =>
    JSON.stringify({ total, rows: rows.length, row: rows[Math.max(0, index)] });
  throw new Error(`${name} returned other rows for ${path}:\n  ${show(actual)}\nand not\n  ${show(expected)}`);
}
