// What the public pages show of the store: the listed plans, an answer of the API itself, and rows that samples may request.
import { createOpenAnswer } from "../../rest/open-answer.ts";
import { exampleCall, type ReadFacts, type SampleValues } from "../pages/facts.ts";
import type { Store } from "../store/store.ts";

/** @param options what an answer is made with, as for the facade */
export async function pageFacts(store: Store, options: Parameters<typeof createOpenAnswer>[0]): Promise<ReadFacts> {
  const answer = await createOpenAnswer(options);
  return async () => {
    const [plans, example, trade, disclosure, files] = await Promise.all([
      store.prisma.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
      answer(exampleCall.path, exampleCall.query),
      answer("/trades", "pageSize=1"),
      answer("/politician-trades", "pageSize=1"),
      answer("/exports", "list=trades&fileFormat=parquet&pageSize=1"),
    ]);
    const traded = firstRow(trade);
    const file = firstRow(files);
    return {
      plans: plans.map((plan) => ({
        ...plan,
        pricePerMonth: plan.pricePerMonth?.toNumber() ?? null,
        bytesPerDay: plan.bytesPerDay.toNumber(),
      })),
      example,
      samples: {
        parameters: {
          ...ofTrade(traded),
          ...(await ofCompany(store, traded)),
          ...ofDisclosure(firstRow(disclosure)),
          ...(file && { "/exports/{name}": { name: String(file.name) } }),
        },
        without: file ? [] : ["/exports/{name}"],
        dataVersion: (trade.meta as { data_version?: string } | undefined)?.data_version,
      },
    };
  };
}

type Row = Record<string, unknown>;

const firstRow = ({ data }: Row): Row | undefined => (data as Row[] | undefined)?.[0];

function ofTrade(row: Row | undefined): SampleValues["parameters"] {
  if (!row) return {};
  const insider = { cik: String(row.insider_cik) };
  return {
    "/trades/{id}": { id: String(row.id) },
    "/insider/{cik}": insider,
    "/insider/{cik}/track-record": insider,
    "/insider/{cik}/holdings": insider,
    "/symbols": { q: String(row.ticker ?? row.company_name) },
  };
}

/** Rows of trades do not carry the issuer's CIK. */
async function ofCompany({ prisma }: Store, row: Row | undefined): Promise<SampleValues["parameters"]> {
  const trade =
    row &&
    (await prisma.insiderTrade.findUnique({ where: { id: BigInt(String(row.id)) }, select: { companyCik: true } }));
  const company = trade && { cikOrTicker: trade.companyCik };
  return company ? { "/companies/{cikOrTicker}": company, "/companies/{cikOrTicker}/holdings": company } : {};
}

function ofDisclosure(row: Row | undefined): SampleValues["parameters"] {
  if (!row) return {};
  const member = { bioguideId: String(row.politician_id) };
  return {
    "/politician-trades/{id}": { id: String(row.id) },
    "/politicians/{bioguideId}": member,
    "/politicians/{bioguideId}/performance": member,
  };
}
