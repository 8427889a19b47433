// Wraps pages that need a session. A visitor without a session sees only the sign-in form, at the same URL.
import { Alert, Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { User } from "./api/auth.ts";
import { Shell } from "./shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { useSession } from "./use-session.ts";

export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  if (session.data?.user) return children(session.data.user);
  return (
    <Shell label="Pages" places={[]}>
      {session.isPending && (
        <Skeleton height={320} maw={380} mx="auto" mt="10vh" animate={false} aria-label="Loading" />
      )}
      {session.error && !session.data && (
        <Alert variant="default" title={`× ${session.error.message}`} role="alert">
          <Button variant="default" onClick={() => void session.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {session.data && <SignIn />}
    </Shell>
  );
}
