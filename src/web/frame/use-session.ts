// The session: the document carries it, and it is fetched once more where the document could not. All parts of the page share it.
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSession, type Session } from "./api/auth.ts";

const key = ["session"];

/** What the document was sent with; undefined where the service could not tell. */
function sentSession(): Session | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="disclosed-session"]')?.content;
  return content ? JSON.parse(content) : undefined;
}

export function useSession(): UseQueryResult<Session, Error> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    initialData: sentSession,
  });
}

/** After a sign-in or sign-out: everything that was read before is discarded. */
export function useSessionChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const session = await readSession();
    client.setQueryData(key, session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  };
}
