// The data that the public pages show from the store: the listed plans, an example response of the API, and rows for
// samples.
import { createOpenResponse } from "../../rest/open-response.ts";
import { exampleCall, type ReadFacts, type SampleValues } from "../pages/facts.ts";
import type { Store } from "../store/store.ts";

/** @param options the facade's options for a response */
export async function pageFacts(store: Store, options: Parameters<typeof createOpenResponse>[0]): Promise<ReadFacts> {
  const response = await createOpenResponse(options);
  return async () => {
    const [plans, example, samples] = await Promise.all([
      store.prisma.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
      response(exampleCall.path, exampleCall.query),
      sampleValues(store, response),
    ]);
    return {
      plans: plans.map((plan) => ({
        ...plan,
        pricePerMonth: plan.pricePerMonth?.toNumber() ?? null,
        bytesPerDay: plan.bytesPerDay.toNumber(),
      })),
      example,
      samples,
    };
  };
}

type Response = Awaited<ReturnType<typeof createOpenResponse>>;
type Row = Record<string, unknown>;

const firstRow = ({ data }: Row): Row | undefined => (data as Row[] | undefined)?.[0];

/**
 * Rows of the newest filings; without a trade that leads to an insider, company or member, the first row of that list.
 */
async function sampleValues(store: Store, response: Response): Promise<SampleValues> {
  const first = async (path: string, query = "") => firstRow(await response(path, `${query}pageSize=1`));
  const [trades, disclosure, file] = await Promise.all([
    response("/trades", "pageSize=1"),
    first("/politician-trades"),
    first("/exports", "list=trades&fileFormat=parquet&"),
  ]);
  const trade = firstRow(trades);
  const [insider, company, member] = await Promise.all([
    trade ? { cik: trade.insider_cik, name: trade.insider_name } : first("/insiders"),
    trade ? companyOf(store, trade) : first("/companies", "sort=lastFiling&"),
    disclosure ? { bioguide_id: disclosure.politician_id, name: disclosure.politician_name } : first("/politicians"),
  ]);
  return {
    parameters: {
      ...to(["/trades/{id}"], "id", trade?.id),
      ...to(["/insider/{cik}", "/insider/{cik}/track-record", "/insider/{cik}/holdings"], "cik", insider?.cik),
      ...to(["/companies/{cikOrTicker}", "/companies/{cikOrTicker}/holdings"], "cikOrTicker", company?.cik),
      ...to(["/politician-trades/{id}"], "id", disclosure?.id),
      ...to(["/politicians/{bioguideId}", "/politicians/{bioguideId}/performance"], "bioguideId", member?.bioguide_id),
      ...to(["/exports/{name}"], "name", file?.name),
      ...to(["/symbols"], "q", company?.ticker ?? company?.company_name ?? insider?.name ?? member?.name),
    },
    dataVersion: (trades.meta as { data_version?: string } | undefined)?.data_version,
    insiderName: maxWordLength(insider?.name),
    ticker: typeof company?.ticker === "string" ? company.ticker : undefined,
    memberName: maxWordLength(member?.name),
  };
}

/** The value for each of the paths; none where the store has no value. */
function to(paths: string[], name: string, value: unknown): SampleValues["parameters"] {
  if (value === undefined || value === null) return {};
  return Object.fromEntries(paths.map((path) => [path, { [name]: String(value) }]));
}

/** Rows of trades do not carry the issuer's CIK. */
async function companyOf({ prisma }: Store, { id, ticker, company_name }: Row): Promise<Row> {
  const trade = await prisma.insiderTrade.findUnique({
    where: { id: BigInt(String(id)) },
    select: { companyCik: true },
  });
  return { cik: trade?.companyCik, ticker, company_name };
}

/** `DOE JANE-ANN` -> `doe`; such a word needs no encoding in a URL. */
function maxWordLength(name: unknown): string | undefined {
  const words = typeof name === "string" ? (name.match(/[a-z]{2,}/gi) ?? []) : [];
  return words
    .reduce<string | undefined>((long, word) => (long && long.length >= word.length ? long : word), undefined)
    ?.toLowerCase();
}
