// `disclosed accounts create | list | set-plan`: who may call the API, and on which plan.
import type { Command } from "commander";
import { type AccountSummary, createAccount, listAccounts, setPlan } from "../accounts/accounts.ts";
import { UsageError } from "../errors.ts";
import { actor, type OutputOptions, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  email: string;
  plan: string;
}

interface SetPlanOptions extends OutputOptions {
  account?: string;
  plan?: string;
}

export function registerAccounts(program: Command): void {
  const accounts = program.command("accounts").description("create and list accounts, and change their plan");
  withJson(accounts.command("create"))
    .description("create an account; its budget counts over all its keys")
    .requiredOption("--email <email>", "address of the account, unique")
    .option("--plan <plan>", "free, plus, pro, max or a plan of your own", "free")
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
    .description("move an account (email or id) to another plan; the next request is judged by it")
    .option("--account <account>", "email or id, instead of the first argument")
    .option("--email <email>", "the same as --account")
    .option("--plan <plan>", "plan, instead of the second argument")
    .action(async (accountArgument: string | undefined, planArgument: string | undefined, options) => {
      const input = setPlanInput(accountArgument, planArgument, options);
      const account = await withStore(({ store }) => setPlan(store, { ...input, actor: actor() }));
      printResult(options, toJson(account), () => `${account.email} is on plan ${account.plan} now.`);
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
    throw new UsageError("say which account and which plan: disclosed accounts set-plan <email or id> <plan>");
  return { account, plan };
}

const toJson = (account: AccountSummary) => ({
  account_id: account.id,
  email: account.email,
  plan: account.plan,
  status: account.status,
  created_at: account.createdAt.toISOString(),
});

function asTable(rows: AccountSummary[]): string {
  if (rows.length === 0)
    return "No accounts yet; `disclosed accounts create --email you@example.com --plan free` makes one.";
  return table(
    ["ID", "EMAIL", "PLAN", "STATUS", "CREATED"],
    rows.map((row) => [row.id, row.email, row.plan, row.status, row.createdAt.toISOString().slice(0, 10)]),
  );
}
