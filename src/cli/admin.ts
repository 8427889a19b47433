// `disclosed admin create | list | remove`: who may see and change everything in the dashboard.
import type { Command } from "commander";
import { createAdmin, listAdmins, removeAdmin } from "../accounts/people/links.ts";
import { publicUrlOf } from "../start/address.ts";
import { actor, type OutputOptions, printLink, printResult, table, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

interface EmailOptions extends OutputOptions {
  email: string;
}

export function defineAdmin(admin: Command): void {
  withJson(admin.command("create"))
    .description("create an administrator and print a one-time link to set the password; run it again for a new link")
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
    .description("remove an administrator's rights and sessions at once; their account stays")
    .requiredOption("--email <email>", "address of the administrator")
    .action(async ({ email, ...options }: EmailOptions) => {
      await withStore(({ store }) => removeAdmin(store, { email, actor: actor() }));
      printResult(options, { email, removed: true }, () => `${email} is no longer an administrator.`);
    });
}
