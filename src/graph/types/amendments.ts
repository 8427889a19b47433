// Amendments that need a decision or wait for their filing, for administrators.
import { AppError } from "../../errors.ts";
import { nameOfActor } from "../../store/audit.ts";
import {
  amendmentDecisions,
  type AmendmentDecision as Decision,
  notRestatedTrades,
  type UndecidedTrade as Undecided,
  undecidedTrades,
  type WaitingAmendment as Waiting,
  waitingAmendments,
} from "../../store/statistics/unsettled-amendments.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { actorOf, type GraphContext } from "../context.ts";
import type { AmendmentsPort } from "../ports.ts";
import { InsiderTrade, InsiderTradeList } from "./insider-trade.ts";

const UndecidedTrade = builder.objectRef<Undecided>("UndecidedTrade").implement({
  ...admin,
  description: "a row of an amended form of which no rule tells whether it restates a row or adds one",
  fields: (t) => ({
    trade: t.field({ type: InsiderTrade, resolve: ({ id }, _, context) => tradeOf(id, context) }),
    candidates: t.field({
      type: [InsiderTrade],
      description: "the undecided rows that it may restate",
      resolve: ({ candidates }, _, context) => Promise.all(candidates.map((id) => tradeOf(id, context))),
    }),
  }),
});

const AmendmentDecision = builder.objectRef<Decision>("AmendmentDecision").implement({
  ...admin,
  fields: (t) => ({
    trade: t.field({ type: InsiderTrade, resolve: ({ id }, _, context) => tradeOf(id, context) }),
    restatesAccession: t.exposeString("restatesAccession", {
      nullable: true,
      description: "accession number of the row that it restates; null: it adds a trade",
    }),
    decidedBy: t.string({ resolve: ({ decidedBy }, _, { db }) => nameOfActor(db, decidedBy) }),
    decidedAt: t.expose("decidedAt", { type: "DateTime" }),
  }),
});

const WaitingAmendment = builder.objectRef<Waiting>("WaitingAmendment").implement({
  ...admin,
  description: "an amended form with trades whose filing is not stored: it restates no row until that filing arrives",
  fields: (t) => ({
    accessionNumber: t.exposeString("accessionNumber"),
    formType: t.exposeString("formType"),
    filedOn: t.expose("filedOn", { type: "Date" }),
    companyName: t.exposeString("companyName"),
    insiderName: t.exposeString("insiderName"),
    namedBy: t.exposeString("namedBy", { description: "accession_number, original_date or trade_date" }),
    named: t.exposeStringList("named", { description: "accession numbers in its remarks and footnotes" }),
    originalSubmittedOn: t.expose("originalSubmittedOn", { type: "Date", nullable: true }),
    trades: t.exposeInt("trades"),
  }),
});

async function tradeOf(id: bigint, { loaders }: GraphContext) {
  const trade = await loaders.insiderTrade.load(id);
  if (!trade) throw new AppError("not_found");
  return trade;
}

function portOf({ ports }: GraphContext): AmendmentsPort {
  if (!ports.amendments) throw new AppError("unavailable", "decisions are not available in this process");
  return ports.amendments;
}

builder.queryFields((t) => ({
  undecidedTrades: t.field({
    ...admin,
    type: listOf("UndecidedTradeList", UndecidedTrade),
    description: "newest filing first",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_, page, { db }) => undecidedTrades(db, checkPage(page)),
  }),
  notRestatedTrades: t.field({
    ...admin,
    type: InsiderTradeList,
    description: "rows that an amendment left out, newest filing first",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: async (_, page, context) => {
      const { total, nodes } = await notRestatedTrades(context.db, checkPage(page));
      return { total, nodes: await Promise.all(nodes.map((id) => tradeOf(id, context))) };
    },
  }),
  amendmentDecisions: t.field({
    ...admin,
    type: listOf("AmendmentDecisionList", AmendmentDecision),
    description: "newest first",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_, page, { db }) => amendmentDecisions(db, checkPage(page)),
  }),
  waitingAmendments: t.field({
    ...admin,
    type: listOf("WaitingAmendmentList", WaitingAmendment),
    description: "newest first",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_, page, { db }) => waitingAmendments(db, checkPage(page)),
  }),
}));

builder.mutationFields((t) => ({
  decideAmendment: t.boolean({
    description: "decides that an undecided row of an amended form restates another row, or adds a trade",
    args: {
      tradeId: t.arg({ type: "RowId", required: true }),
      restates: t.arg({ type: "RowId", description: "id of a candidate; null: it adds a trade" }),
    },
    resolve: async (_, { tradeId, restates }, context) => {
      const wanted = { tradeId: String(tradeId), restates: restates == null ? null : String(restates) };
      await portOf(context).decide({ ...wanted, actor: actorOf(context) });
      return true;
    },
  }),
  reopenAmendment: t.boolean({
    description: "removes a decision about a row of an amended form: the rules apply again",
    args: { tradeId: t.arg({ type: "RowId", required: true }) },
    resolve: async (_, { tradeId }, context) => {
      await portOf(context).reopen({ tradeId: String(tradeId), actor: actorOf(context) });
      return true;
    },
  }),
}));
