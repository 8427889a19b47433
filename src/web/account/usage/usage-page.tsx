// /account/usage: the account's usage.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../frame/page.tsx";
import { daysOf, UsagePanels, type UsageSearch } from "../../frame/usage/usage-panels.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Usage } from "../../generated/operations.ts";

export function UsagePage() {
  const search = useSearch({ strict: false }) as UsageSearch;
  const navigate = useNavigate();
  const usage = useRead(Usage, { days: daysOf(search) });
  return (
    <Page
      title="Usage"
      summary="Days and months are UTC. 401, 403 and 429 do not count; 400, 405 and unknown paths count for the minute only; unchanged answers (304) give day and month back."
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
