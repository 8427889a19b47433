// `disclosed amendments list | decide | reopen`: rows of amended forms for which no rule decides whether they restate an
// earlier row, rows that an amendment left out, amendments whose filing is not stored, and an operator's decisions.
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import { dateOf, todayUtc } from "../lib/calendar-date.ts";
import { amendmentsPort } from "../start/amendments-port.ts";
import type { Page } from "../store/lists/page.ts";
import {
  amendmentDecisions,
  notRestatedTrades,
  undecidedTrades,
  waitingAmendments,
} from "../store/statistics/unsettled-amendments.ts";
import type { Store } from "../store/store.ts";
import { wholeNumber } from "./checked-options.ts";
import { actor, type OutputOptions, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

const rowsPerPage = 100;

export function defineAmendments(amendments: Command): void {
  registerList(amendments);
  registerDecide(amendments);
}

interface AmendmentList {
  total: number;
  heading: string[];
  rows: string[][];
}

const lists: Record<string, (store: Store, page: Page) => Promise<AmendmentList>> = {
  async undecided(store, page) {
    const { total, nodes } = await undecidedTrades(store.prisma, page);
    const rows = nodes.map(({ id, candidates }) => [String(id), candidates.join(" ")]);
    return { total, heading: ["id", "may restate"], rows };
  },
  async left_out(store, page) {
    const { total, nodes } = await notRestatedTrades(store.prisma, page);
    return { total, heading: ["id"], rows: nodes.map((id) => [String(id)]) };
  },
  async waiting(store, page) {
    const { total, nodes } = await waitingAmendments(store.prisma, page);
    const dayOf = (date: Date | null) => (date ? dateOf(date) : "");
    return {
      total,
      heading: ["amendment", "form", "filed", "waits for", "company"],
      rows: nodes.map((one) => [
        one.accessionNumber,
        one.formType,
        dayOf(one.filedOn),
        one.named.join(" ") || dayOf(one.originalSubmittedOn) || "a form with its trade date",
        one.companyName,
      ]),
    };
  },
  async decided(store, page) {
    const { total, nodes } = await amendmentDecisions(store.prisma, page);
    const rows = nodes.map((one) => [
      String(one.id),
      one.restatesAccession ?? "adds",
      one.decidedBy,
      one.decidedAt.toISOString(),
    ]);
    return { total, heading: ["id", "restates a row of", "by", "at"], rows };
  },
};

function registerList(amendments: Command): void {
  const kinds = Object.keys(lists).join(", ");
  withJson(amendments.command("list"))
    .description("list uncertain amendments, newest filing first; `disclosed explain ID` says why a row is uncertain")
    .option("--kind <kind>", kinds, "undecided")
    .option("--page <n>", `page of ${rowsPerPage}`, "1")
    .action(async ({ kind, page: text, ...options }: OutputOptions & { kind: string; page: string }) => {
      const list = lists[kind];
      if (!list) throw new UsageError(`--kind must be one of ${kinds}, not ${JSON.stringify(kind)}`);
      const page = wholeNumber("--page", text);
      const { total, heading, rows } = await withStore(({ store }) => list(store, { page, pageSize: rowsPerPage }));
      const items = rows.map((cells) =>
        Object.fromEntries(heading.map((name, at) => [name.replaceAll(" ", "_"), cells[at]])),
      );
      printResult(
        options,
        { total, page, page_size: rowsPerPage, items },
        () => `${table(heading, rows)}\n${total} in all`,
      );
    });
}

function registerDecide(amendments: Command): void {
  withJson(amendments.command("decide"))
    .description("decide that an undecided row restates another row, or adds a trade; kept when files are read again")
    .argument("<id>", "as in the list")
    .option("--restates <id>", "the row that it restates")
    .option("--adds", "it adds a trade")
    .action(
      async (id: string, { restates, adds, ...options }: OutputOptions & { restates?: string; adds?: boolean }) => {
        if ((restates === undefined) !== (adds === true)) throw new UsageError("add --restates ID or --adds");
        const wanted = {
          tradeId: rowId("id", id),
          restates: restates === undefined ? null : rowId("--restates", restates),
        };
        await withStore(({ store }) =>
          amendmentsPort(store, { today: todayUtc }).decide({ ...wanted, actor: actor() }),
        );
        printResult(
          options,
          wanted,
          () => `Decided: ${id} ${restates === undefined ? "adds a trade" : `restates ${restates}`}`,
        );
      },
    );
  withJson(amendments.command("reopen"))
    .description("remove a decision: the rules apply again")
    .argument("<id>", "as in the list of decided rows")
    .action(async (id: string, options: OutputOptions) => {
      const tradeId = rowId("id", id);
      await withStore(({ store }) => amendmentsPort(store, { today: todayUtc }).reopen({ tradeId, actor: actor() }));
      printResult(options, { reopened: tradeId }, () => `Reopened: ${tradeId}`);
    });
}

/** Ids of rows have up to 16 digits. */
function rowId(name: string, text: string): string {
  if (!/^\d{1,16}$/.test(text)) throw new UsageError(`${name} must be the id of a row, not ${JSON.stringify(text)}`);
  return text;
}
