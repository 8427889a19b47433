// Queries and changes through /graphql. Where the session has ended, the page shows the sign-in.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { ask, type Operation } from "./api/graphql.ts";
import { RequestError } from "./api/request-error.ts";

interface ReadOptions<Data> {
  /** milliseconds between two reads, while the page is visible; false ends them */
  every?: (data: Data | undefined) => number | false;
  /** false: not yet, because something that the variables need is not known */
  enabled?: boolean;
  /** data that do not change are not fetched again */
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

/** The last data stay on the page while those for other variables are fetched. */
export function useRead<Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  { every, enabled, keep }: ReadOptions<Data> = {},
): UseQueryResult<Data, Error> {
  const signedOut = useSignedOut();
  return useQuery({
    queryKey: [operation.name, variables],
    queryFn: ({ signal }) => ask(operation, variables, signal).catch(signedOut),
    placeholderData: (before) => before,
    enabled,
    staleTime: keep ? Number.POSITIVE_INFINITY : undefined,
    refetchInterval: every && ((query) => every(query.state.data as Data | undefined)),
  }) as UseQueryResult<Data, Error>;
}

/** After a change everything else is read again. */
export function useChange<Data, Variables>(
  operation: Operation<Data, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const client = useQueryClient();
  const signedOut = useSignedOut();
  return useMutation({
    mutationFn: (variables: Variables) => ask(operation, variables).catch(signedOut),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" }),
  });
}
