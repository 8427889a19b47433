// The usage of the account.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { daysOf, UsagePanels, type UsageSearch } from "../../frame/usage/usage-panels.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { AccountUsage } from "../../generated/operations.ts";

export function UsageTab({ id }: { id: string }) {
  const search = useSearch({ strict: false }) as UsageSearch;
  const navigate = useNavigate();
  const usage = useRead(AccountUsage, { id, days: daysOf(search) });
  return (
    <UsagePanels
      query={usage}
      of={({ account }) => account}
      search={search}
      show={(next) =>
        void navigate({
          to: `/admin/accounts/${id}`,
          search: { tab: "usage", ...next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
