// `disclosed keys create | list | rotate | revoke`: the keys of accounts. A key is printed only once, when it is
// created.
import type { Command } from "commander";
import { createKey, type KeySummary, listKeys, revokeKey, rotateKey } from "../accounts/keys.ts";
import { keyStateOf } from "../domain/key-state.ts";
import { UsageError } from "../errors.ts";
import { dateOf, isCalendarDate } from "../lib/calendar-date.ts";
import { announceChange } from "./announce.ts";
import { actor, type OutputOptions, printResult, say, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  account: string;
  name?: string;
  allowIp: string[];
  expires?: Date;
}

interface ListOptions extends OutputOptions {
  account?: string;
}

export function defineKeys(keys: Command): void {
  withJson(keys.command("create"))
    .description("create a key and print it once; only its hash is stored")
    .requiredOption("--account <account>", "email or id of the account")
    .option("--name <name>", "what the key is for")
    .option("--allow-ip <cidr>", "address or CIDR block from which the key may be used; repeat for more", collect, [])
    .option(
      "--expires <date>",
      "YYYY-MM-DD (the key is refused from 00:00 UTC of that day) or an RFC 3339 time",
      expiry,
    )
    .action(async ({ allowIp, expires, ...options }: CreateOptions) => {
      const input = { ...options, allowlist: allowIp, expiresAt: expires, actor: actor() };
      const { key, ...summary } = await withStore(({ store }) => createKey(store, input));
      printResult(options, { key, ...toJson(summary) }, () => key);
      if (!options.json) say(`Key ${summary.id} of ${summary.email}. Copy it now: it is shown only once.`);
    });
  withJson(keys.command("list"))
    .description("list keys by their last four characters, revoked and expired ones included")
    .option("--account <account>", "only those of this account (email or id)")
    .action(async (options: ListOptions) => {
      const rows = await withStore(({ store }) => listKeys(store, options.account));
      printResult(options, rows.map(toJson), () => asTable(rows));
    });
  withJson(keys.command("rotate <id>"))
    .description("replace a key with a new one; the old one keeps working for a while")
    .option("--overlap <hours>", "hours for which the old key keeps working", overlapHours, 24)
    .action(async (id: string, { overlap, ...options }: OutputOptions & { overlap: number }) => {
      const { fresh, old } = await withStore(async (context) => {
        const rotated = await rotateKey(context.store, { keyId: id, overlapMs: overlap * 3_600_000, actor: actor() });
        await announceChange(context, rotated.old.accountId);
        return rotated;
      });
      const { key, ...summary } = fresh;
      printResult(options, { key, ...toJson(summary), replaces: toJson(old) }, () => key);
      if (!options.json)
        say(
          `Key ${fresh.id} of ${fresh.email}. The old one (...${old.lastFour}) ends at ${old.expiresAt?.toISOString()}.`,
        );
    });
  withJson(keys.command("revoke <id>"))
    .description("revoke a key permanently; the next request with it is refused")
    .action(async (id: string, options: OutputOptions) => {
      const row = await withStore(async (context) => {
        const revoked = await revokeKey(context.store, id, actor());
        await announceChange(context, revoked.accountId);
        return revoked;
      });
      printResult(options, toJson(row), () => `Key ${row.id} (...${row.lastFour}) of ${row.email} is revoked.`);
    });
}

/** `--allow-ip` may be repeated, and one value may hold several entries separated by commas. */
const collect = (value: string, before: string[]): string[] => [
  ...before,
  ...value.split(",").map((entry) => entry.trim()),
];

/** 0 revokes the old key immediately; a year is the maximum. */
function overlapHours(text: string): number {
  const hours = Number(text);
  if (text.trim() !== "" && hours >= 0 && hours <= 8760) return hours;
  throw new UsageError(`--overlap must be a number of hours from 0 to 8760, not ${JSON.stringify(text)}`);
}

/** A calendar date means its first instant in UTC. An impossible one (2026-02-30) is refused, not rolled over. */
function expiry(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(text);
  const instant = new Date(time ? text : `${text}T00:00:00Z`);
  const day = time ? text.slice(0, 10) : text;
  if (isCalendarDate(day) && !Number.isNaN(instant.getTime())) return instant;
  throw new UsageError(
    `--expires must be a date (2027-01-31) or a time with its zone (2027-01-31T18:00:00Z), not "${text}"`,
  );
}

const toJson = (row: KeySummary) => ({
  key_id: row.id,
  account_id: row.accountId,
  email: row.email,
  name: row.name,
  last_four: row.lastFour,
  status: keyStateOf(row),
  allow_ip: row.allowlist,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

function asTable(rows: KeySummary[]): string {
  if (rows.length === 0) return "No keys yet; `disclosed keys create --account <email>` creates one.";
  const day = (date: Date | null) => (date ? dateOf(date) : "-");
  return table(
    ["ID", "ACCOUNT", "NAME", "KEY", "STATUS", "ADDRESSES", "CREATED", "LAST USED", "EXPIRES"],
    rows.map((row) => [
      row.id,
      row.email,
      row.name || "-",
      `...${row.lastFour}`,
      keyStateOf(row),
      row.allowlist.join(" ") || "any",
      day(row.createdAt),
      day(row.lastUsedAt),
      day(row.expiresAt),
    ]),
  );
}
