// What the public pages show of the store: the listed plans, and an answer of the API itself.
import { createOpenAnswer } from "../../rest/open-answer.ts";
import { exampleCall, type ReadFacts } from "../pages/facts.ts";
import type { Store } from "../store/store.ts";

/** @param options what an answer is made with, as for the facade */
export async function pageFacts(store: Store, options: Parameters<typeof createOpenAnswer>[0]): Promise<ReadFacts> {
  const answer = await createOpenAnswer(options);
  return async () => {
    const [plans, example] = await Promise.all([
      store.prisma.plan.findMany({ where: { listed: true }, orderBy: [{ pricePerMonth: "asc" }, { id: "asc" }] }),
      answer(exampleCall.path, exampleCall.query),
    ]);
    return {
      plans: plans.map((plan) => ({ ...plan, pricePerMonth: plan.pricePerMonth?.toNumber() ?? null })),
      example,
    };
  };
}
