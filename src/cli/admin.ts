// `disclosed admin create | list | remove`: who may see and change everything in the dashboard.
import type { Command } from "commander";
import { createAdmin, listAdmins, removeAdmin } from "../accounts/people/links.ts";
import { publicUrlOf } from "../start/address.ts";
import { printLink } from "./one-time-link.ts";
import { actor, type OutputOptions, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface EmailOptions extends OutputOptions {
  email: string;
}

export function registerAdmin(program: Command): void {
  const admin = program.command("admin").description("make, list and remove administrators of the dashboard");
  withJson(admin.command("create"))
    .description("make an administrator and print the one-time link that sets the password; again: a new link")
    .requiredOption("--email <email>", "address that the administrator signs in with")
    .action(async ({ email, ...options }: EmailOptions) => {
      const issued = await withStore(({ store, config }) =>
        createAdmin(store, { email, publicUrl: publicUrlOf(config, config.port), actor: actor() }),
      );
      printLink(options, issued);
    });
  withJson(admin.command("list"))
    .description("list administrators")
    .action(async (options: OutputOptions) => {
      const admins = await withStore(({ store }) => listAdmins(store));
      const rows = admins.map(({ email, createdAt, hasPassword }) => ({
        email,
        created_at: createdAt.toISOString(),
        has_password: hasPassword,
      }));
      printResult(options, rows, () =>
        table(
          ["EMAIL", "CREATED", "PASSWORD"],
          rows.map((row) => [row.email, row.created_at.slice(0, 10), row.has_password ? "set" : "link not used yet"]),
        ),
      );
    });
  withJson(admin.command("remove"))
    .description("take an administrator's rights and sessions away at once; an account of theirs stays")
    .requiredOption("--email <email>", "address of the administrator")
    .action(async ({ email, ...options }: EmailOptions) => {
      await withStore(({ store }) => removeAdmin(store, { email, actor: actor() }));
      printResult(options, { email, removed: true }, () => `${email} is no administrator any more.`);
    });
}
