// /account/usage and /account/errors: the account's requests by day, and those that failed.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorPanels, type ErrorSearch, errorVariables } from "../frame/errors.tsx";
import { useRead } from "../frame/operation.ts";
import { Page } from "../frame/page.tsx";
import { daysOf, UsagePanels, type UsageSearch } from "../frame/usage.tsx";
import { Errors, Usage } from "../generated/operations.ts";

export function UsagePage() {
  const search = useSearch({ strict: false }) as UsageSearch;
  const navigate = useNavigate();
  const usage = useRead(Usage, { days: daysOf(search) });
  return (
    <Page
      title="Usage"
      summary="Days and months are in UTC. 401, 403 and 429 do not count; 400, 405, 406, 410 and unknown paths count for the minute only; a 5xx is refunded; an unchanged response (304) is refunded for the day and month."
    >
      <UsagePanels
        query={usage}
        of={({ viewer }) => viewer}
        search={search}
        show={(next) => void navigate({ to: "/account/usage", search: next, replace: true })}
      />
    </Page>
  );
}

const at = "/account/errors";

export function ErrorsPage() {
  const search = useSearch({ strict: false }) as ErrorSearch;
  const navigate = useNavigate();
  const errors = useRead(Errors, errorVariables(search));
  return (
    <Page
      title="Errors"
      summary="The newest 500 of the last 30 days, for all your keys, including revoked and expired ones. Requests with an unknown key are not listed."
    >
      <ErrorPanels
        query={errors}
        of={({ viewer }) => viewer}
        search={search}
        show={(next) => void navigate({ to: at, search: next, resetScroll: false })}
        at={at}
      />
    </Page>
  );
}
