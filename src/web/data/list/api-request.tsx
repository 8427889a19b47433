// The URL of a list page has the parameters of the REST API, read by the same route definition, with the names that
// filters accept. So a list shows the rows that the API would return, and the request can be copied: with a key by
// account holders; others are led to one.
import { Button } from "@mantine/core";
import sectorAliases from "../../../../prisma/reference/sector-aliases.json";
import transactionCodes from "../../../../prisma/reference/transaction-codes.json";
import type { ListRoute, Route } from "../../../../rest/define-route.ts";
import { readParameters } from "../../../../rest/params/parameter.ts";
import type { Vocabulary } from "../../../../rest/ports.ts";
import { AppError, type ParameterProblem } from "../../../errors.ts";
import { todayUtc } from "../../../lib/calendar-date.ts";
import { codeSample } from "../../../pages/code-samples.ts";
import { useRead } from "../../frame/operation.ts";
import { stringifySearch } from "../../frame/search.ts";
import { useSession } from "../../frame/session.ts";
import { CopyButton } from "../../frame/text.tsx";
import { Vocabulary as VocabularyRead } from "../../generated/operations.ts";
import { apiSearch, type ListSearch } from "./search.ts";

export interface ApiRequest {
  /** path and query, e.g. `/api/v1/trades?ticker=AAPL` */
  path: string;
  /** variables of the list's operation; undefined if a parameter is invalid */
  variables: Record<string, unknown> | undefined;
  /** problems by parameter */
  problems: ParameterProblem[];
}

export function asList(route: Route): ListRoute {
  if (!("list" in route)) throw new Error(`${route.path} is not a list`);
  return route;
}

/** Reads a URL's parameters as the API would. */
export function readRequest(route: ListRoute, search: ListSearch, vocabulary: Vocabulary): ApiRequest {
  const query = stringifySearch(apiSearch(search));
  const path = `/api/v1${route.path}${query}`;
  try {
    const today = todayUtc();
    const values = readParameters(route.params, { path: {}, query: query.slice(1) }, { vocabulary, today });
    return { path, variables: route.variables(values), problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { path, variables: undefined, problems: error.details ?? [] };
  }
}

/** Undefined until the names are loaded. */
export function useVocabulary(): Vocabulary | undefined {
  const names = useRead(VocabularyRead, {}, { keep: true }).data?.vocabulary;
  return names && { ...names, sectorAliases, transactionCodes };
}

const labels = new Map(transactionCodes.map(({ code, label }) => [code, label]));

/** `P - Purchase`, as the API writes it. */
export function transactionLabel(code: string): string {
  return `${code} - ${labels.get(code) ?? "Other"}`;
}

// The same rows by the API: the request to copy for account holders, the way to a key for others.

interface ApiRequestButtonProps {
  /** of the route, without /api/v1 */
  path: string;
  search?: ListSearch;
}

export function ApiRequestButton({ path, search = {} }: ApiRequestButtonProps) {
  if (useSession().data?.user) return <CopyButton text={() => asCurl(path, search)} label="Copy as API request" />;
  return (
    <Button component="a" href="/docs/quickstart" variant="default" size="compact-sm">
      Get this by API
    </Button>
  );
}

/** The request as a curl command; the key is read from an environment variable. */
function asCurl(path: string, { row: _, ...search }: ListSearch): string {
  return codeSample("shell", { url: `${location.origin}/api/v1${path}${stringifySearch(search)}` });
}
