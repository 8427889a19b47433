// Wraps pages that need a session. A visitor without a session sees only the sign-in form, at the same URL.
import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { signIn, type User } from "./api/auth.ts";
import { EmailInput } from "./email-input.tsx";
import { FormFailure } from "./form-failure.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { Shell } from "./shell.tsx";
import { useSession, useSessionChange } from "./use-session.ts";

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
            No account yet?{" "}
            <Anchor href={`/sign-up${location.search}`} inherit underline="always">
              Create one
            </Anchor>
            .{" "}
          </>
        )}
        Forgotten the password? Ask the operator for a reset link.
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
