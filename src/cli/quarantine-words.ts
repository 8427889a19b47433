// The quarantine as text for people and scripts: a table of refusals, one refusal with its file, and the result of a
// retry.
import type { RetryReport } from "../ingest/retry.ts";
import { oneLine } from "../storable.ts";
import type { Refusal } from "../store/refusals.ts";
import { table } from "./output.ts";

export const toJson = (item: Refusal) => ({
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

export function listInWords(items: Refusal[], total: number): string {
  if (total === 0) return "Nothing there.";
  const rows = items.map((item) => [
    String(item.id),
    item.source,
    item.status,
    item.reason,
    item.documentId ?? "-",
    item.createdAt.toISOString().slice(0, 10),
    [shortened(item.fileName, 60), item.recordRef].filter(Boolean).join(" "),
    oneLine(item.message),
  ]);
  const more = total > items.length ? `\n${items.length} of ${total.toLocaleString("en-US")}` : "";
  return `${table(["ID", "SOURCE", "STATUS", "REASON", "DOCUMENT", "SINCE", "FILE AND RECORD", "MESSAGE"], rows)}${more}`;
}

const shortened = (text: string, length: number) => (text.length > length ? `...${text.slice(3 - length)}` : text);

/** `shown` is the beginning of the raw file; `why` is the reason why there is none. */
export function refusalInWords(item: Refusal, shown: string | null, why: string | null): string {
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
  const lines = facts.filter(([, value]) => value !== null).map(([name, value]) => `${name.padEnd(9)} ${value}`);
  return [
    `quarantine ${item.id}`,
    ...lines,
    "",
    shown ?? why ?? "",
    ...(shown ? ["", "--raw writes all of it"] : []),
  ].join("\n");
}

export function retryInWords({ tried, resolved, refused, unavailable, records }: RetryReport): string {
  const head =
    `${tried} tried: ${resolved.length} resolved, ${refused.length} refused, ${unavailable.length} without their bytes; ` +
    `records: ${records.new} new, ${records.unchanged} unchanged, ${records.amended} amended`;
  return [
    head,
    ...refused.map(({ id, fileName, reason, message }) => `  ${id} ${reason}: ${message} (${fileName})`),
    ...unavailable.map(({ id, fileName, why }) => `  ${id} ${why} (${fileName})`),
  ].join("\n");
}
