// Checks that all contenders gave the same rows: responses of different shapes are normalised and compared.
import { isDeepStrictEqual } from "node:util";

interface Plain {
  total: number | null;
  rows: unknown[];
}

type Row = Record<string, unknown>;

const number = (value: unknown) => (value === null ? null : Number(value));

/** A response in this service's words, or in those of hand-written Express. */
export function plainOfRest(body: string): Plain {
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

/** A response in the words of the peers' GraphQL schema; SOFA leaves `data` and the field's name away. */
export function plainOfGraphql(body: string): Plain {
  const response = JSON.parse(body);
  const found = response.data?.insiderTrades ?? response.data?.insiderTrade ?? response;
  return plainOfRows(found.total ?? null, found.nodes ?? [found]);
}

function plainOfRows(total: number | null, rows: Row[]): Plain {
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

/** A response of PostGraphile, in the words of the tables. */
export function plainOfPostgraphile(body: string): Plain {
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
  return plainOfRows(list?.totalCount ?? null, nodes);
}

/** @throws Error that shows where two responses part */
export function assertSame(who: string, what: string, got: Plain, wanted: Plain): void {
  if (got.rows.length > 0 && isDeepStrictEqual(got, wanted)) return;
  const index = wanted.rows.findIndex((row, at) => !isDeepStrictEqual(row, got.rows[at]));
  const show = ({ total, rows }: Plain) => JSON.stringify({ total, rows: rows.length, row: rows[Math.max(0, index)] });
  throw new Error(`${who} answers ${what} differently:\n  ${show(got)}\nand not\n  ${show(wanted)}`);
}
