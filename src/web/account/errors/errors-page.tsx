// /account/errors: the account's failed requests.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorPanels, type ErrorSearch, errorVariables } from "../../frame/errors/error-panels.tsx";
import { Page } from "../../frame/page.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Errors } from "../../generated/operations.ts";

const at = "/account/errors";

export function ErrorsPage() {
  const search = useSearch({ strict: false }) as ErrorSearch;
  const navigate = useNavigate();
  const errors = useRead(Errors, errorVariables(search));
  return (
    <Page
      title="Errors"
      summary="The newest 500 of the last 30 days, of all your keys, ended ones included. A 401 of an unknown key belongs to no account."
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
