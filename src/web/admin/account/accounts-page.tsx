// /admin/accounts: all accounts with their plan, status and requests.
import { Button, Group, NativeSelect } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { count, instant, relative, useNow } from "../../frame/format.ts";
import { SearchField } from "../../frame/forms.tsx";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Accounts, type AccountsQuery } from "../../generated/operations.ts";

// The filters of the account list: a search, plan and status.

/** The URL parameters of the account list. */
interface AccountSearch {
  search?: string;
  status?: string;
  plan?: string;
  /** `plan`: only accounts that have requested another plan */
  asks?: string;
  /** `limit`: only accounts that have used most of a limit */
  near?: string;
}

const names = ["search", "status", "plan", "asks", "near"] as const;

const presets = { asks: "requested another plan", near: "near a limit" } as const;

function filtersOf(search: AccountSearch): { name: keyof AccountSearch; words: string }[] {
  return names.flatMap((name) =>
    search[name]
      ? [{ name, words: name === "asks" || name === "near" ? presets[name] : `${name} ${search[name]}` }]
      : [],
  );
}

interface AccountFiltersProps {
  search: AccountSearch;
  plans: { id: string; name: string }[];
  show(search: AccountSearch): void;
}

function AccountFilters({ search, plans, show }: AccountFiltersProps) {
  const chosen = Object.fromEntries(names.map((name) => [name, search[name]]));
  return (
    <Group gap={8}>
      <SearchField
        label="Search accounts"
        hint="E-mail, id or end of key"
        value={search.search}
        onSearch={(text) => show({ ...chosen, search: text })}
      />
      <NativeSelect
        size="xs"
        aria-label="Plan"
        value={search.plan ?? ""}
        data={[{ value: "", label: "any plan" }, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => show({ ...chosen, plan: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status ?? ""}
        data={[{ value: "", label: "any status" }, ...statuses]}
        onChange={(event) => show({ ...chosen, status: event.currentTarget.value || undefined })}
      />
      {(["asks", "near"] as const).map(
        (name) =>
          search[name] && (
            <Button key={name} size="xs" variant="default" onClick={() => show({ ...chosen, [name]: undefined })}>
              {presets[name]} ×
            </Button>
          ),
      )}
    </Group>
  );
}

// Accounts with their limits and their requests.
type Account = AccountsQuery["accounts"]["nodes"][number];

function AccountTable({ accounts, onOpen }: { accounts: Account[]; onOpen(account: Account): void }) {
  const now = useNow();
  const columns: Column<Account>[] = [
    {
      id: "email",
      head: "E-mail",
      narrow: "first",
      cell: ({ id, email }) => (
        <Link to={`/admin/accounts/${id}`} onClick={(event) => event.stopPropagation()}>
          <ForeignText>{email}</ForeignText>
        </Link>
      ),
    },
    {
      id: "plan",
      head: "Plan",
      narrow: "second",
      cell: ({ plan, requestedPlan }) => <PlanOf {...{ plan, requestedPlan }} />,
    },
    { id: "status", head: "Status", narrow: "second", cell: ({ status }) => statusText(status) },
    {
      id: "today",
      head: "Today / limit",
      number: true,
      narrow: "second",
      cell: ({ requestsToday, plan }) => `${count(requestsToday)} / ${count(plan.perDay)}`,
    },
    { id: "month", head: "This month", number: true, cell: ({ requestsThisMonth }) => count(requestsThisMonth) },
    { id: "keys", head: "Active keys", number: true, cell: ({ activeKeys }) => count(activeKeys) },
    {
      id: "used",
      head: "Last used",
      number: true,
      narrow: "second",
      cell: ({ lastRequest }) => (
        <span title={lastRequest ? `${instant(lastRequest.at)} UTC` : undefined}>
          {lastRequest ? relative(lastRequest.at, now) : "never"}
        </span>
      ),
    },
    { id: "created", head: "Created", number: true, cell: ({ createdAt }) => instant(createdAt).slice(0, 10) },
  ];
  return <DataTable label="Accounts" rows={accounts} columns={columns} keyOf={({ id }) => id} onOpen={onOpen} />;
}

function PlanOf({ plan, requestedPlan }: Pick<Account, "plan" | "requestedPlan">) {
  return (
    <>
      {plan.name}
      {requestedPlan && ` ! requested ${requestedPlan.name}`}
    </>
  );
}

// Shown if no account matches the filters: suggests which filter to remove.
interface NoMatchProps<Search> {
  what: string;
  filters: { name: keyof Search & string; words: string }[];
  search: Search;
  show(search: Search): void;
}

function NoMatch<Search>({ what, filters, search, show }: NoMatchProps<Search>) {
  return (
    <>
      No {what} matches. Leave out
      <Group gap={8} mt={8}>
        {filters.map(({ name, words }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => show({ ...search, [name]: undefined, page: undefined })}
          >
            {words}
          </Button>
        ))}
      </Group>
    </>
  );
}

const pageSize = 50;

export function AccountsPage() {
  const search = useSearch({ strict: false }) as AccountSearch & { page?: string };
  const navigate = useNavigate();
  const page = pageOf(search.page);
  const accounts = useRead(Accounts, {
    search: search.search,
    status: search.status,
    plan: search.plan,
    asksForPlan: search.asks === "plan" || undefined,
    nearLimit: search.near === "limit" || undefined,
    page,
    pageSize,
  });
  const total = accounts.data?.accounts.total;
  const show = (next: AccountSearch & { page?: string }) => void navigate({ to: "/admin/accounts", search: next });
  const filters = filtersOf(search);
  return (
    <Page
      title="Accounts"
      summary={total === undefined ? " " : `${count(total)} ${filters.length > 0 ? "match" : "in all"}, newest first`}
    >
      <Panel
        title="All accounts"
        query={accounts}
        height={300}
        actions={<AccountFilters search={search} plans={accounts.data?.allPlans ?? []} show={show} />}
        empty={{
          when: (data) => data.accounts.nodes.length === 0,
          say:
            filters.length > 0 ? (
              <NoMatch what="account" filters={filters} show={show} search={search} />
            ) : (
              <>
                There are no accounts yet. Users create theirs at <a href="/sign-up">/sign-up</a>; you can create one
                with <code>npx disclosed accounts create --email E</code>.
              </>
            ),
        }}
      >
        {(data) => (
          <AccountTable
            accounts={data.accounts.nodes}
            onOpen={({ id }) => void navigate({ to: `/admin/accounts/${id}` })}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ ...search, page: String(next) })} />
    </Page>
  );
}

// The status of an account as a sign and a word.
const signs: Record<string, string> = { active: "✓", waiting: "!", suspended: "×" };

const statuses = Object.keys(signs);

export const statusText = (status: string): string => `${signs[status] ?? "?"} ${status}`;
