// Queries and mutations through /graphql. When the session has ended, the page shows the sign-in form.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { type Operation, sendOperation } from "./api/graphql.ts";
import { RequestError } from "./api/request-error.ts";

interface ReadOptions<Data> {
  /** milliseconds between two fetches, while the page is visible; false stops them */
  every?: (data: Data | undefined) => number | false;
  /** false: do not fetch yet, because a variable is still unknown */
  enabled?: boolean;
  /** the data never change, so they are fetched only once */
  keep?: boolean;
}

function useSignedOut(): (error: unknown) => never {
  const client = useQueryClient();
  return useCallback(
    (error) => {
      if (error instanceof RequestError && error.status === 401)
        void client.invalidateQueries({ queryKey: ["session"] });
      throw error;
    },
    [client],
  );
}

/** The variables that name one record: what was fetched for another record is never shown in its place. */
const identifiers = ["id", "accountId", "cik", "code", "ref"];

function nameTheSameRecord(one: unknown, other: unknown): boolean {
  const [these, those] = [one, other] as Record<string, unknown>[];
  return identifiers.every((name) => these?.[name] === those?.[name]);
}

/** Shows the previous data while the data for other filters, pages or ranges are fetched. */
export function useRead<Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  { every, enabled, keep }: ReadOptions<Data> = {},
): UseQueryResult<Data, Error> {
  const signedOut = useSignedOut();
  return useQuery({
    queryKey: [operation.name, variables],
    queryFn: ({ signal }) => sendOperation(operation, variables, signal).catch(signedOut),
    placeholderData: (before, query) => (nameTheSameRecord(query?.queryKey[1], variables) ? before : undefined),
    enabled,
    staleTime: keep ? Number.POSITIVE_INFINITY : undefined,
    refetchInterval: every && ((query) => every(query.state.data as Data | undefined)),
  }) as UseQueryResult<Data, Error>;
}

/** After a mutation, all queries but the session are invalidated. */
export function useChange<Data, Variables>(
  operation: Operation<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const client = useQueryClient();
  const signedOut = useSignedOut();
  return useMutation({
    mutationFn: (variables: Variables) => sendOperation(operation, variables).catch(signedOut),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" }),
  });
}
