// The data that the public pages show from the store: the listed plans, rows for the landing page, and rows for samples.
import type { createOpenResponse } from "../../rest/open-response.ts";
import type { ReadFacts, SampleValues } from "../pages/facts.ts";
import type { Store } from "../store/store.ts";
import { openStoreRows } from "./store-rows.ts";

/** @param response the API's responses without an account */
export function pageFacts(store: Store, response: Response): ReadFacts {
  const storeRows = openStoreRows(response);
  return async () => {
    const newest = await response("/trades", "pageSize=1");
    const { data_version: dataVersion, sample } = newest.meta as { data_version?: string; sample?: boolean };
    const [plans, rows, samples] = await Promise.all([
      store.prisma.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
      storeRows(dataVersion),
      sampleValues(store, response, newest),
    ]);
    return {
      plans: plans.map((plan) => ({
        ...plan,
        pricePerMonth: plan.pricePerMonth?.toNumber() ?? null,
        bytesPerDay: plan.bytesPerDay.toNumber(),
      })),
      rows,
      isSample: sample === true,
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
async function sampleValues(store: Store, response: Response, trades: Row): Promise<SampleValues> {
  const first = async (path: string, query = "") => firstRow(await response(path, `${query}pageSize=1`));
  const [disclosure, file] = await Promise.all([
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
      ...to(
        ["/politicians/{bioguideId}", "/politicians/{bioguideId}/performance", "/politicians/{bioguideId}/holdings"],
        "bioguideId",
        member?.bioguide_id,
      ),
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
