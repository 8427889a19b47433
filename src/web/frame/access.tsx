// What is shown instead of a page: the way to the sign-in where a session has ended, or why a user does not see the
// page.
import { Alert, Anchor, Button, Skeleton } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { NarrowPage } from "./page.tsx";
import { type User, useSession } from "./session.ts";
import { Shell } from "./shell.tsx";
import { ForeignText } from "./text.tsx";

/** Opens the sign-in page, which leads back to this URL. */
function ToSignIn() {
  useEffect(() => {
    location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  }, []);
  return <Loading />;
}

function Loading() {
  return <Skeleton height={320} maw={380} mx="auto" mt="10vh" animate={false} aria-label="Loading" />;
}

export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  if (session.data?.user) return children(session.data.user);
  return (
    <Shell label="Pages" links={[]}>
      {session.isPending && <Loading />}
      {session.error && !session.data && (
        <Alert variant="default" title={`× ${session.error.message}`} role="alert">
          <Button variant="default" onClick={() => void session.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {session.data && <ToSignIn />}
    </Shell>
  );
}

interface ForbiddenProps {
  title: string;
  children: ReactNode;
  /** URL of a permitted page */
  href: string;
  label: string;
}

export function Forbidden({ title, children, href, label }: ForbiddenProps) {
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title={title}>
        <p>
          {children} Go to{" "}
          <Anchor href={href} inherit underline="always">
            {label}
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}

/** The path decoded; unchanged if it is not valid UTF-8. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function NotFound() {
  const { pathname } = useLocation();
  const isAdmin = pathname.startsWith("/admin/");
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title="Page not found">
        <p>
          No page exists at{" "}
          <code>
            <ForeignText>{readable(pathname)}</ForeignText>
          </code>
          . Go to{" "}
          <Anchor href={isAdmin ? "/admin" : "/account"} inherit underline="always">
            {isAdmin ? "the dashboard" : "your account"}
          </Anchor>{" "}
          or the{" "}
          <Anchor href="/docs" inherit underline="always">
            documentation
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}
