// `disclosed feeds create | list | revoke`: saved filters that feed readers open by a token.
import { type Command, Option } from "commander";
import { createFeed, type FeedSummary, listFeeds, revokeFeed } from "../accounts/feeds.ts";
import { type TitledList, titledLists } from "../domain/row-titles.ts";
import { actor, type OutputOptions, printResult, say, table, withJson } from "./output.ts";
import { checkedFilters } from "./saved-filters.ts";
import { withStore } from "./with-store.ts";

interface CreateOptions extends OutputOptions {
  account: string;
  list: TitledList;
  filters: string;
  name: string;
}

export function defineFeeds(feeds: Command): void {
  withJson(feeds.command("create"))
    .description("create a feed and print its address below PUBLIC_URL; the feed can be read by everyone who knows it")
    .requiredOption("--account <account>", "email or id of the account, which is charged for its requests")
    .addOption(new Option("--list <list>", "list that the feed shows").choices(titledLists).makeOptionMandatory())
    .option("--filters <query>", "the list's filters, as in the URL of its route: tradeTypes=P&minValue=100k", "")
    .option("--name <name>", "name of the feed in readers", "")
    .action(async ({ list, ...options }: CreateOptions) => {
      const filters = await checkedFilters(list, options.filters);
      const input = { ...options, list, filters, actor: actor() };
      const feed = await withStore(({ store }) => createFeed(store, input));
      printResult(options, toJson(feed), () => pathOf(feed));
      if (!options.json)
        say(`Feed ${feed.id} of ${feed.email}; with \`.csv\` instead of \`.atom\` the address returns a table.`);
    });
  withJson(feeds.command("list"))
    .description("list feeds with their addresses")
    .option("--account <account>", "only those of this account (email or id)")
    .action(async (options: OutputOptions & { account?: string }) => {
      const rows = await withStore(({ store }) => listFeeds(store, options.account));
      printResult(options, rows.map(toJson), () => asTable(rows));
    });
  withJson(feeds.command("revoke <id>"))
    .description("revoke a feed permanently; its next request is 404")
    .action(async (id: string, options: OutputOptions) => {
      const feed = await withStore(({ store }) => revokeFeed(store, id, actor()));
      printResult(options, toJson(feed), () => `Feed ${feed.id} of ${feed.email} is revoked.`);
    });
}

const pathOf = ({ token }: FeedSummary) => `/feeds/${token}.atom`;

const toJson = (feed: FeedSummary) => ({
  feed_id: feed.id,
  account_id: feed.accountId,
  email: feed.email,
  name: feed.name,
  list: feed.list,
  filters: feed.filters,
  atom: pathOf(feed),
  csv: `/feeds/${feed.token}.csv`,
  created_at: feed.createdAt.toISOString(),
});

function asTable(feeds: FeedSummary[]): string {
  if (feeds.length === 0) return "No feeds yet; `disclosed feeds create --account <email> --list trades` creates one.";
  return table(
    ["ID", "ACCOUNT", "NAME", "LIST", "FILTERS", "ADDRESS"],
    feeds.map((feed) => [feed.id, feed.email, feed.name || "-", feed.list, feed.filters || "-", pathOf(feed)]),
  );
}
