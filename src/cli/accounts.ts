// `disclosed accounts create | list | set-plan | approve | suspend | resume | reset-link |
// reset-second-factor | remove`: who may call the API, and on which plan.
import type { Command } from "commander";
import {
  type AccountSummary,
  changeStatus,
  createAccount,
  listAccounts,
  removeAccount,
  type StatusChange,
  setPlan,
} from "../accounts/accounts.ts";
import { issueResetLink } from "../accounts/people/links.ts";
import { resetSecondFactor } from "../accounts/people/second-factor.ts";
import { UsageError } from "../errors.ts";
import { dateOf } from "../lib/calendar-date.ts";
import { publicUrlOf } from "../start/address.ts";
import { announceChange } from "./announce.ts";
import { actor, type OutputOptions, printLink, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  email: string;
  plan: string;
}

interface SetPlanOptions extends OutputOptions {
  account?: string;
  plan?: string;
}

export function defineAccounts(accounts: Command): void {
  withJson(accounts.command("create"))
    .description("create an account; all its keys share its limits")
    .requiredOption("--email <email>", "address of the account, unique")
    .option("--plan <plan>", "free, plus, pro, max or a plan that you have added", "free")
    .action(async (options: CreateOptions) => {
      const account = await withStore(({ store }) => createAccount(store, { ...options, actor: actor() }));
      printResult(
        options,
        toJson(account),
        () => `Account ${account.id} (${account.email}) is on plan ${account.plan}.`,
      );
    });
  withJson(accounts.command("list"))
    .description("list all accounts")
    .action(async (options: OutputOptions) => {
      const rows = await withStore(({ store }) => listAccounts(store));
      printResult(options, rows.map(toJson), () => asTable(rows));
    });
  withJson(accounts.command("set-plan [account] [plan]"))
    .description("move an account (email or id) to another plan, which applies from the next request")
    .option("--account <account>", "email or id, instead of the first argument")
    .option("--email <email>", "the same as --account")
    .option("--plan <plan>", "plan, instead of the second argument")
    .action(async (accountArgument: string | undefined, planArgument: string | undefined, options) => {
      const input = setPlanInput(accountArgument, planArgument, options);
      const account = await withStore(async (context) => {
        const changed = await setPlan(context.store, { ...input, actor: actor() });
        await announceChange(context, changed.id);
        return changed;
      });
      printResult(options, toJson(account), () => `${account.email} is on plan ${account.plan} now.`);
    });
  registerStatus(accounts, "approve", "approve an account that signed up and is waiting (SIGN_UP=approval)");
  registerStatus(accounts, "suspend", "refuse all keys of an account (email or id), from the next request");
  registerStatus(accounts, "resume", "reactivate a suspended account");
  withJson(accounts.command("reset-link"))
    .description("print a one-time link for the owner of an account to set a password; earlier links stop working")
    .requiredOption("--email <email>", "address of the account")
    .action(async ({ email, ...options }: OutputOptions & { email: string }) => {
      const issued = await withStore(({ store, config }) =>
        issueResetLink(store, { email, publicUrl: publicUrlOf(config, config.port), actor: actor() }),
      );
      printLink(options, issued);
    });
  withJson(accounts.command("reset-second-factor"))
    .description("turn off the second factor of a user who lost it; the user's sessions end")
    .requiredOption("--email <email>", "address of the user")
    .action(async ({ email, ...options }: OutputOptions & { email: string }) => {
      await withStore(({ store }) => resetSecondFactor(store, { email, actor: actor() }));
      printResult(options, { email, second_factor: false }, () => `${email} now signs in with only the password.`);
    });
  withJson(accounts.command("remove <account>"))
    .description("erase an account with its keys, users and usage; only its id stays in the audit log")
    .requiredOption("--yes", "confirm; this cannot be undone")
    .action(async (which: string, options: OutputOptions) => {
      const account = await withStore(async (context) => {
        const removed = await removeAccount(context.store, { account: which, actor: actor() });
        await announceChange(context, removed.id);
        return removed;
      });
      printResult(options, toJson(account), () => `${account.email} is erased.`);
    });
}

function registerStatus(accounts: Command, change: StatusChange, description: string): void {
  withJson(accounts.command(`${change} <account>`))
    .description(description)
    .action(async (which: string, options: OutputOptions) => {
      const account = await withStore(async (context) => {
        const changed = await changeStatus(context.store, { account: which, change, actor: actor() });
        await announceChange(context, changed.id);
        return changed;
      });
      printResult(options, toJson(account), () => `${account.email} is ${account.status} now.`);
    });
}

/** Arguments and options may be mixed: with `--account`, a lone argument is the plan. */
function setPlanInput(
  first: string | undefined,
  second: string | undefined,
  options: SetPlanOptions & { email?: string },
) {
  const named = options.account ?? options.email;
  const account = named ?? first;
  const plan = options.plan ?? (named === undefined ? second : first);
  const spare = [first, second].filter(
    (argument) => argument !== undefined && argument !== account && argument !== plan,
  );
  if (!account || !plan || spare.length > 0)
    throw new UsageError("name the account and the plan: disclosed accounts set-plan <email or id> <plan>");
  return { account, plan };
}

const toJson = (account: AccountSummary) => ({
  account_id: account.id,
  email: account.email,
  plan: account.plan,
  requested_plan: account.requestedPlan,
  status: account.status,
  created_at: account.createdAt.toISOString(),
});

function asTable(rows: AccountSummary[]): string {
  if (rows.length === 0)
    return "No accounts yet; `disclosed accounts create --email you@example.com --plan free` creates one.";
  return table(
    ["ID", "EMAIL", "PLAN", "REQUESTED PLAN", "STATUS", "CREATED"],
    rows.map((row) => [row.id, row.email, row.plan, row.requestedPlan ?? "-", row.status, dateOf(row.createdAt)]),
  );
}
