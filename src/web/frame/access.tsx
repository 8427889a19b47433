// What is shown in the place of a page: the sign-in form to a visitor without a session, at the same URL, or why a user
// does not see the page.
import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { EmailInput, FormFailure } from "./forms.tsx";
import { NarrowPage } from "./page.tsx";
import { signIn, type User, useSession, useSessionChange } from "./session.ts";
import { Shell } from "./shell.tsx";
import { ForeignText } from "./text.tsx";

// The sign-in form: the account and admin pages show it at every URL to a visitor without a session.
function SignIn() {
  const session = useSession().data;
  const changed = useSessionChange();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const entering = useMutation({ mutationFn: signIn, onSuccess: changed });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    entering.mutate({ email, password });
  };
  return (
    <NarrowPage title="Sign in">
      <form onSubmit={submit}>
        <Stack>
          <EmailInput value={email} onChange={setEmail} />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <FormFailure error={entering.error} />
          <Button type="submit" loading={entering.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
      <p>
        {session?.signUp !== "closed" && (
          <>
            New here?{" "}
            <Anchor href={`/sign-up${location.search}`} inherit underline="always">
              Create an account
            </Anchor>
            .{" "}
          </>
        )}
        Forgot your password? Ask the operator for a reset link.
      </p>
    </NarrowPage>
  );
}

export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  if (session.data?.user) return children(session.data.user);
  return (
    <Shell label="Pages" links={[]}>
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

interface ForbiddenProps {
  title: string;
  children: ReactNode;
  /** URL of a permitted page */
  href: string;
  place: string;
}

export function Forbidden({ title, children, href, place: label }: ForbiddenProps) {
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
