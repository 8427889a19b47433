// /admin/accounts: all accounts with their plan, status and requests.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { count } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { Pager, pageOf } from "../../frame/pager.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Accounts } from "../../generated/operations.ts";
import { AccountFilters, type AccountSearch, filtersOf } from "./account-filters.tsx";
import { AccountTable } from "./account-table.tsx";
import { NoMatch } from "./no-match.tsx";

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
                There is no account yet. People make theirs at <a href="/sign-up">/sign-up</a>; you make one with{" "}
                <code>npx disclosed accounts create --email E</code>.
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
