// The failed requests of the account.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorPanels, type ErrorSearch, errorVariables } from "../../frame/errors/error-panels.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { AccountErrors } from "../../generated/operations.ts";

const fixed = { tab: "errors" };

export function ErrorsTab({ id }: { id: string }) {
  const search = useSearch({ strict: false }) as ErrorSearch;
  const navigate = useNavigate();
  const at = `/admin/accounts/${id}`;
  const errors = useRead(AccountErrors, { id, ...errorVariables(search) });
  return (
    <ErrorPanels
      query={errors}
      of={({ account }) => account}
      search={search}
      show={(next) => void navigate({ to: at, search: { ...fixed, ...next }, resetScroll: false })}
      at={at}
      fixed={fixed}
    />
  );
}
