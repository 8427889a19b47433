// The number of filtered trades by transaction code: one count per code.
import { Button } from "@mantine/core";
import { count } from "../../../frame/format.ts";
import { useRead } from "../../../frame/use-operation.ts";
import { type InsiderTradeFilter, TradeFacets as TradeFacetsRead } from "../../../generated/operations.ts";
import classes from "../facets.module.css";
import type { ListView } from "../list/list-page.tsx";
import { transactionLabel } from "../list/use-vocabulary.ts";

const codes = ["P", "S", "A", "M", "F", "G"] as const;

export function TradeFacets({ view: { search, request, change } }: { view: ListView }) {
  const filter = (request.variables?.filter ?? {}) as InsiderTradeFilter;
  const of = (code: string): InsiderTradeFilter => ({ ...filter, transactionCodes: [code] });
  const facets = useRead(
    TradeFacetsRead,
    {
      all: { ...filter, transactionCodes: undefined },
      purchases: of("P"),
      sales: of("S"),
      awards: of("A"),
      exercises: of("M"),
      taxes: of("F"),
      gifts: of("G"),
      includeDerivative: request.variables?.includeDerivative === true,
    },
    { enabled: request.variables !== undefined },
  ).data;
  const isChosen = (code: string | undefined) => search.tradeTypes === code;
  const show = (code: string | undefined) => change({ tradeTypes: code });
  return (
    <fieldset className={classes.facets} aria-label="Kinds of trades">
      <Button
        size="compact-sm"
        variant={isChosen(undefined) ? "light" : "default"}
        aria-pressed={isChosen(undefined)}
        onClick={() => show(undefined)}
      >
        All {count(facets?.all.total)}
      </Button>
      {codes.map((code) => (
        <Button
          key={code}
          size="compact-sm"
          variant={isChosen(code) ? "light" : "default"}
          aria-pressed={isChosen(code)}
          onClick={() => show(isChosen(code) ? undefined : code)}
        >
          {transactionLabel(code)} {count(facets?.[code].total)}
        </Button>
      ))}
    </fieldset>
  );
}
