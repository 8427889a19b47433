// Who is signed in, asked once and shared by all that stands on the page.
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSession, type Session } from "./api/auth.ts";

const key = ["session"];

export function useSession(): UseQueryResult<Session, Error> {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => readSession(signal), staleTime: 60_000 });
}

/** After somebody came or went: everything that was read before is forgotten. */
export function useSessionChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const session = await readSession();
    client.setQueryData(key, session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  };
}
