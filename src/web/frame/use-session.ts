// The session. The HTML document contains it; if not, it is fetched. All parts of the page share it.
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSession, type Session } from "./api/auth.ts";

const key = ["session"];

/** The session in the HTML document; undefined if the service could not determine it. */
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

/** After a sign-in or sign-out: reads the session again and discards all other cached queries. */
export function useSessionChange(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const session = await readSession();
    client.setQueryData(key, session);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  };
}
