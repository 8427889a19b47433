// `disclosed quarantine list | show | retry | attach | ignore | unignore`: the refused records, the reasons, and the operator's
// decision on each.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { derivePending } from "../derive/derive.ts";
import { UsageError } from "../errors.ts";
import { attachCopy, previewCopy } from "../ingest/refused/corrected-copy.ts";
import { excerpt, rawBytes } from "../ingest/refused/refused-text.ts";
import { type RetryReport, retryRefusals } from "../ingest/refused/retry.ts";
import { keepRaw } from "../ingest/run/raw-store.ts";
import { dateOf, todayUtc } from "../lib/calendar-date.ts";
import { oneLine, printable } from "../lib/text.ts";
import {
  ignoreRefusals,
  listRefusals,
  type Refusal,
  type RefusalFilter,
  refusalConditions,
  refusalStatuses,
  refusalsById,
  unignoreRefusals,
} from "../store/refusals.ts";
import { wholeNumber } from "./checked-options.ts";
import { actor, type OutputOptions, printResult, say, table, withJson } from "./output.ts";
import { type CommandContext, withStore } from "./with-store.ts";

// The quarantine as text for people and scripts: a table of refusals, one refusal with its file, and the result of a
// retry.
const toJson = (item: Refusal) => ({
  id: item.id,
  source: item.source,
  status: item.status,
  reason: item.reason,
  message: item.message,
  file: item.fileName,
  record: item.recordRef || null,
  document_id: item.documentId,
  detail: item.detail,
  sha256: item.sha256,
  bytes: item.file?.bytes ?? null,
  run_id: item.runId,
  run: item.run?.arguments ?? null,
  created_at: item.createdAt.toISOString(),
  last_seen_at: item.lastSeenAt.toISOString(),
  resolved_at: item.resolvedAt?.toISOString() ?? null,
  ignored_because: item.ignoredBecause,
});

function formatList(items: Refusal[], total: number): string {
  if (total === 0) return "Nothing found.";
  const rows = items.map((item) => [
    String(item.id),
    item.source,
    item.status,
    item.reason,
    printable(item.documentId ?? "-"),
    dateOf(item.createdAt),
    printable([shortened(item.fileName, 60), item.recordRef].filter(Boolean).join(" ")),
    oneLine(item.message),
  ]);
  const more = total > items.length ? `\n${items.length} of ${total.toLocaleString("en-US")}` : "";
  return `${table(["ID", "SOURCE", "STATUS", "REASON", "DOCUMENT", "SINCE", "FILE AND RECORD", "MESSAGE"], rows)}${more}`;
}

const shortened = (text: string, length: number) => (text.length > length ? `...${text.slice(3 - length)}` : text);

/** `shown` is the beginning of the raw file; `why` is the reason why there is none. */
function formatRefusal(item: Refusal, shown: string | null, why: string | null): string {
  const facts: [string, string | null][] = [
    ["status", item.ignoredBecause ? `${item.status}, because: ${item.ignoredBecause}` : item.status],
    ["reason", item.reason],
    ["message", item.message],
    ["source", item.source],
    ["file", item.fileName],
    ["record", item.recordRef || null],
    ["document", item.documentId],
    ["refused", `${item.createdAt.toISOString()}, last ${item.lastSeenAt.toISOString()}`],
    ["resolved", item.resolvedAt?.toISOString() ?? null],
    ["run", item.run ? `${item.runId} ${JSON.stringify(item.run.arguments)}` : null],
    ["raw file", item.sha256 && `${item.sha256} (${item.file?.bytes ?? "?"} bytes)`],
    ["detail", item.detail === null ? null : JSON.stringify(item.detail)],
  ];
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : `${name.padEnd(9)} ${printable(value)}`));
  return [
    `quarantine ${item.id}`,
    ...lines,
    "",
    shown ?? why ?? "",
    ...(shown ? ["", "--raw writes all of it"] : []),
  ].join("\n");
}

function formatRetry({ tried, resolved, refused, unavailable, records }: RetryReport): string {
  const head =
    `${tried} retried: ${resolved.length} resolved, ${refused.length} refused, ${unavailable.length} without a stored file; ` +
    `records: ${records.new} new, ${records.unchanged} unchanged, ${records.amended} amended`;
  return [
    head,
    ...refused.map(({ id, fileName, reason, message }) => printable(`  ${id} ${reason}: ${message} (${fileName})`)),
    ...unavailable.map(({ id, fileName, why }) => printable(`  ${id} ${why} (${fileName})`)),
  ].join("\n");
}

interface ListOptions extends OutputOptions {
  source?: string;
  reason?: string;
  status: string;
  page: string;
}

interface RetryOptions extends OutputOptions {
  source?: string;
  reason?: string;
  all?: boolean;
}

const rowsPerPage = 100;

export function defineQuarantine(quarantine: Command): void {
  registerList(quarantine);
  registerShow(quarantine);
  registerRetry(quarantine);
  registerAttach(quarantine);
  registerIgnore(quarantine);
}

function registerList(quarantine: Command): void {
  withJson(quarantine.command("list"))
    .description("list quarantined files and records, newest first")
    .option("--source <source>", "only of this source")
    .option("--reason <reason>", "only those with this reason, e.g. not_xml")
    .option("--status <status>", `${refusalStatuses.join(", ")} or all`, "open")
    .option("--page <n>", `page of ${rowsPerPage}`, "1")
    .action(async (options: ListOptions) => {
      const filter = { source: options.source, reason: options.reason, status: statusOf(options.status) };
      const page = wholeNumber("--page", options.page);
      const list = await withStore(({ store }) => listRefusals(store.prisma, filter, { page, pageSize: rowsPerPage }));
      const json = { total: list.total, page, page_size: rowsPerPage, items: list.nodes.map(toJson) };
      printResult(options, json, () => formatList(list.nodes, list.total));
    });
}

function registerShow(quarantine: Command): void {
  withJson(quarantine.command("show"))
    .description("show a quarantined file or record, its origin and the beginning of the raw file")
    .argument("<id>", "as in the list")
    .option("--raw", "write only the raw file's bytes to standard output")
    .action(async (id: string, options: OutputOptions & { raw?: boolean }) => {
      const wanted = wholeNumber("id", id);
      await withStore(async (context) => {
        const [item] = (await refusalsById(context.store.prisma, [wanted])) as [Refusal];
        const raw = await rawBytes(item, context.config.home);
        if (options.raw) await writeRaw(raw);
        else {
          const [shown, why] = typeof raw === "string" ? [null, raw] : [excerpt(raw), null];
          const json = { ...toJson(item), excerpt: shown, raw_missing: why };
          printResult(options, json, () => formatRefusal(item, shown, why));
        }
      });
    });
}

async function writeRaw(raw: Buffer | string): Promise<void> {
  if (typeof raw === "string") {
    say(raw);
    process.exitCode = 1;
  } else await new Promise((done) => process.stdout.write(raw, done));
}

function registerRetry(quarantine: Command): void {
  withJson(quarantine.command("retry"))
    .description("read quarantined files again from their stored bytes; what can be read is loaded and resolved")
    .argument("[id...]", "as in the list; or use --source, --reason or --all")
    .option("--source <source>", "all open ones of this source")
    .option("--reason <reason>", "all open ones with this reason")
    .option("--all", "all open ones")
    .action(async (ids: string[], options: RetryOptions) => {
      const filter = retryFilter(ids, options);
      const report = await withStore((context) => retry(filter, context));
      printResult(options, reportJson(report), () => formatRetry(report));
    });
}

function retryFilter(ids: string[], { source, reason, all }: RetryOptions): RefusalFilter {
  const given = [ids.length > 0, source !== undefined || reason !== undefined, all === true].filter(Boolean);
  if (given.length !== 1) throw new UsageError("name ids, --source and --reason, or --all");
  if (ids.length > 0) return { ids: ids.map((id) => wholeNumber("id", id)) };
  return { source, reason, status: "open" };
}

async function retry(filter: RefusalFilter, { store, config }: CommandContext): Promise<RetryReport> {
  const today = todayUtc();
  const ids =
    filter.ids ??
    (await store.prisma.quarantineItem.findMany({ where: refusalConditions(filter), select: { id: true } })).map(
      ({ id }) => id,
    );
  return await retryRefusals(store, {
    ids,
    home: config.home,
    today,
    derive: () => derivePending(store, { today, progress: (step) => say(`Deriving ${step} ...`) }),
  });
}

function registerAttach(quarantine: Command): void {
  withJson(quarantine.command("attach"))
    .description("read a corrected copy instead of a quarantined file, after showing the documents in the copy")
    .argument("<id>", "as in the list")
    .argument("<file>", "the corrected copy")
    .option("--yes", "attach it; otherwise nothing is stored")
    .action(async (id: string, file: string, options: OutputOptions & { yes?: boolean }) => {
      const wanted = wholeNumber("id", id);
      await withStore(async ({ store, config: { home } }) => {
        const bytes = await readFile(file).catch((error: Error) => {
          throw new UsageError(`the copy cannot be read: ${error.message}`);
        });
        const copy = { id: wanted, sha256: await keepRaw(home, bytes), fileName: basename(file), home };
        const preview = await previewCopy(store, copy);
        if (preview.problem !== null) throw new UsageError(preview.problem);
        if (!options.yes) {
          const { question, documents, refusedDocument } = preview;
          const json = { question, documents, refused_document: refusedDocument };
          printResult(options, json, () => `${question}\nAdd --yes to attach it.`);
          return;
        }
        const today = todayUtc();
        const derive = () => derivePending(store, { today, progress: (step) => say(`Deriving ${step} ...`) });
        const report = await attachCopy(store, { ...copy, actor: actor(), today, derive });
        printResult(options, reportJson(report), () => formatRetry(report));
      });
    });
}

function registerIgnore(quarantine: Command): void {
  withJson(quarantine.command("ignore"))
    .description("ignore quarantined files and records: they stay listed, with the reason, and are counted as ignored")
    .argument("<id...>", "as in the list")
    .requiredOption("--because <reason>", "reason to ignore them")
    .action(async (ids: string[], options: OutputOptions & { because: string }) => {
      const wanted = ids.map((id) => wholeNumber("id", id));
      if (options.because.trim() === "") throw new UsageError("--because needs a reason");
      await withStore(({ store }) => ignoreRefusals(store, { ids: wanted, because: options.because, actor: actor() }));
      printResult(options, { ignored: wanted, because: options.because }, () => `Ignored: ${wanted.join(", ")}`);
    });
  withJson(quarantine.command("unignore"))
    .description("reopen ignored ones")
    .argument("<id...>", "as in the list")
    .action(async (ids: string[], options: OutputOptions) => {
      const wanted = ids.map((id) => wholeNumber("id", id));
      await withStore(({ store }) => unignoreRefusals(store, { ids: wanted, actor: actor() }));
      printResult(options, { opened: wanted }, () => `Reopened: ${wanted.join(", ")}`);
    });
}

function statusOf(text: string): string | undefined {
  if (text === "all") return undefined;
  const known = refusalStatuses.find((status) => status === text);
  if (known) return known;
  throw new UsageError(`--status must be ${refusalStatuses.join(", ")} or all, not ${JSON.stringify(text)}`);
}

const reportJson = ({ tried, resolved, refused, unavailable, records }: RetryReport) => ({
  tried,
  resolved,
  refused: refused.map(({ id, fileName, reason, message }) => ({ id, file: fileName, reason, message })),
  unavailable: unavailable.map(({ id, fileName, why }) => ({ id, file: fileName, why })),
  records,
});
