// `disclosed usage`: how much of each account's limits is used, and its requests by route.
import type { Command } from "commander";
import { type AccountSummary, findAccount, listAccounts } from "../accounts/accounts.ts";
import { UsageRecorder } from "../accounts/usage.ts";
import type { LimitStatus, UsageDay } from "../ports/access.ts";
import { createPostgresWindows } from "../quota/postgres-windows.ts";
import { createQuota } from "../quota/quota.ts";
import type { Store } from "../store/store.ts";
import { type OutputOptions, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface UsageOptions extends OutputOptions {
  account?: string;
}

interface AccountUse {
  account: AccountSummary;
  limitStatus: LimitStatus;
  days: UsageDay[];
}

export function defineUsage(command: Command): void {
  withJson(command)
    .option("--account <account>", "only this account (email or id)")
    .action(async (options: UsageOptions) => {
      const uses = await withStore(({ store }) => readUses(store, options.account));
      printResult(options, uses.map(toJson), () => asTables(uses, options.account !== undefined));
    });
}

async function readUses(store: Store, which: string | undefined): Promise<AccountUse[]> {
  const accounts = which === undefined ? await listAccounts(store) : [await findAccount(store.prisma, which)];
  const plans = new Map((await store.prisma.plan.findMany()).map((plan) => [plan.id, plan]));
  const quota = createQuota(createPostgresWindows(store.pool));
  const recorder = new UsageRecorder(store.pool);
  const uses: AccountUse[] = [];
  for (const account of accounts) {
    const { perMinute = 0, perDay = 0, perMonth = 0 } = plans.get(account.plan) ?? {};
    const principal = { accountId: account.id, keyId: "", plan: account.plan, limits: { perMinute, perDay, perMonth } };
    const [{ limitStatus }, days] = await Promise.all([quota.peek(principal), recorder.read(account.id, 31)]);
    uses.push({ account, limitStatus, days });
  }
  return uses;
}

const toJson = ({ account, limitStatus, days }: AccountUse) => ({
  account_id: account.id,
  email: account.email,
  plan: account.plan,
  minute: windowJson(limitStatus.minute),
  day: windowJson(limitStatus.day),
  month: windowJson(limitStatus.month),
  requests: days,
});

const windowJson = ({ limit, remaining, resetAt }: LimitStatus["minute"]) => ({
  limit,
  used: limit - remaining,
  remaining,
  reset_at: resetAt,
});

function asTables(uses: AccountUse[], detailed: boolean): string {
  const share = ({ limit, remaining }: LimitStatus["minute"]) => `${limit - remaining} of ${limit}`;
  const summary = table(
    ["EMAIL", "PLAN", "THIS MINUTE", "TODAY (UTC)", "THIS MONTH"],
    uses.map(({ account, limitStatus }) => [
      account.email,
      account.plan,
      share(limitStatus.minute),
      share(limitStatus.day),
      share(limitStatus.month),
    ]),
  );
  if (!detailed) return summary;
  const days = uses.flatMap((use) => use.days);
  const rows = days.map((day) => [day.day, day.route, String(day.status), String(day.requests)]);
  return `${summary}\n\n${table(["DAY", "ROUTE", "STATUS", "REQUESTS"], rows)}`;
}
