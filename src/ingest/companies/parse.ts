// The SEC's own lists of companies: company_tickers.json, company_tickers_exchange.json and submissions
// CIK##########.json. Pure.
import { z } from "zod";
import { asCik } from "../../domain/identifiers.ts";
import { cleanName } from "../edgar/xml.ts";
import { parseJson } from "../files/text.ts";

export interface CompanyRecord {
  /** zero-padded to 10 digits */
  cik: string;
  name: string;
  /** symbols as written in the list, the main one first */
  tickers: string[];
  exchange: string | null;
  /** null: not given in this list */
  sicCode: number | null;
}

/** Thrown for a file that is none of these lists. */
export class UnknownList extends Error {
  constructor(
    readonly reason: "not_json" | "unknown_layout",
    message: string,
  ) {
    super(message);
  }
}

const cik = z
  .union([z.number().int().positive(), z.string().regex(/^\d{1,10}$/)])
  .transform((value) => asCik(String(value)));
const name = z.string().transform(cleanName);

const tickersFile = z.record(z.string(), z.object({ cik_str: cik, ticker: z.string(), title: name }));

const exchangeFile = z.object({
  fields: z.array(z.string()),
  data: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

const submissionsFile = z.object({
  cik,
  name,
  sic: z.string().nullish(),
  tickers: z.array(z.string()),
  exchanges: z.array(z.string().nullable()).nullish(),
  insiderTransactionForIssuerExists: z.union([z.number(), z.boolean()]).nullish(),
});

/** Reads any of the three layouts; people and other filers that are not issuers are skipped. Throws UnknownList. */
export function parseCompanies(bytes: Uint8Array): CompanyRecord[] {
  let json: unknown;
  try {
    json = parseJson(bytes);
  } catch {
    throw new UnknownList("not_json", "the file is not JSON, or cut off");
  }
  const submissions = submissionsFile.safeParse(json);
  if (submissions.success) return fromSubmissions(submissions.data);
  const exchange = exchangeFile.safeParse(json);
  if (exchange.success) return merge(fromExchange(exchange.data));
  const tickers = tickersFile.safeParse(json);
  if (tickers.success && Object.keys(tickers.data).length > 0)
    return merge(
      Object.values(tickers.data).map((row) => ({
        cik: row.cik_str,
        name: row.title,
        tickers: [row.ticker],
        exchange: null,
        sicCode: null,
      })),
    );
  throw new UnknownList("unknown_layout", "neither company_tickers(_exchange).json nor a company's submissions JSON");
}

function fromSubmissions(file: z.output<typeof submissionsFile>): CompanyRecord[] {
  const issues = Boolean(file.insiderTransactionForIssuerExists) || file.tickers.length > 0;
  if (!issues) return [];
  const sic = /^\d{3,4}$/.test(file.sic ?? "") ? Number(file.sic) : null;
  return [
    { cik: file.cik, name: file.name, tickers: file.tickers, exchange: file.exchanges?.[0] || null, sicCode: sic },
  ];
}

/** Throws UnknownList if the column of CIKs or names is missing: the list would look like one without companies. */
function fromExchange({ fields, data }: z.output<typeof exchangeFile>): CompanyRecord[] {
  const missing = ["cik", "name"].filter((field) => !fields.includes(field));
  if (missing.length > 0)
    throw new UnknownList("unknown_layout", `company_tickers_exchange.json without ${missing.join(" and ")}`);
  const column = (row: (typeof data)[number], field: string) => row[fields.indexOf(field)] ?? null;
  return data.flatMap((row) => {
    const id = cik.safeParse(column(row, "cik"));
    const companyName = name.safeParse(column(row, "name"));
    const ticker = column(row, "ticker");
    const exchange = column(row, "exchange");
    if (!id.success || !companyName.success) return [];
    return [
      {
        cik: id.data,
        name: companyName.data,
        tickers: typeof ticker === "string" ? [ticker] : [],
        exchange: typeof exchange === "string" && exchange !== "" ? exchange : null,
        sicCode: null,
      },
    ];
  });
}

/** One record per company: the lists have a line for each share class, the main one first. */
function merge(rows: CompanyRecord[]): CompanyRecord[] {
  const byCik = new Map<string, CompanyRecord>();
  for (const row of rows) {
    const known = byCik.get(row.cik);
    if (known) known.tickers.push(...row.tickers);
    else byCik.set(row.cik, { ...row });
  }
  return [...byCik.values()];
}
