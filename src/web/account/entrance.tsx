// The pages before the account: /sign-up, /sign-in and /reset.
import { Anchor, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { SignedIn } from "../frame/access.tsx";
import { EmailInput, FormFailure, NewPassword } from "../frame/forms.tsx";
import { NarrowPage } from "../frame/page.tsx";
import { RequestError } from "../frame/request.ts";
import { resetPassword, signIn, signUp, useSession, useSessionChange } from "../frame/session.ts";
import { Shell } from "../frame/shell.tsx";

/** /sign-up: creates an account in one form, then continues to the first key. */
export function SignUpPage() {
  const session = useSession().data;
  if (session?.user) return <Navigate to="/account/keys" search={{ create: "true" }} replace />;
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title="Create an account">
        {session?.signUp === "closed" ? (
          <p>Accounts are created by the operator of this service. Contact the operator to get one.</p>
        ) : (
          <SignUpForm />
        )}
        <p>
          Already have an account?{" "}
          <Anchor href="/sign-in" inherit underline="always">
            Sign in
          </Anchor>
          .
        </p>
      </NarrowPage>
    </Shell>
  );
}

type Outcome = "signed-in" | "waiting";

/** A taken e-mail gets the same response; it shows only when the sign-in fails because of the password. */
async function enter(given: { email: string; password: string }): Promise<Outcome> {
  const { outcome } = await signUp(given);
  if (outcome === "waiting") return "waiting";
  try {
    await signIn(given);
    return "signed-in";
  } catch (error) {
    if (error instanceof RequestError && error.status === 401)
      throw new Error("This e-mail already has an account with another password. Sign in instead.");
    throw error;
  }
}

function SignUpForm() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const navigate = useNavigate();
  const changed = useSessionChange();
  const entering = useMutation({
    mutationFn: enter,
    async onSuccess(outcome) {
      if (outcome === "waiting") return;
      await changed();
      await navigate({ to: "/account/keys", search: { create: "true" } });
    },
  });
  if (entering.data === "waiting")
    return (
      <p role="status">✓ Your account is waiting for the operator's approval. You can sign in once it is approved.</p>
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    entering.mutate({ email, password });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <EmailInput value={email} onChange={setEmail} />
        <NewPassword label="Password" name="password" value={password} onChange={setPassword} />
        <FormFailure error={entering.error} />
        <Button type="submit" loading={entering.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}

/** /sign-in: redirects a user who is already signed in to the account. */
export function SignInPage() {
  return <SignedIn>{(user) => (user.hasAccount ? <Navigate to="/account" /> : <ToAdmin />)}</SignedIn>;
}

/** The dashboard is a separate group of pages, so it needs a full page load. */
function ToAdmin() {
  location.replace("/admin");
  return null;
}

// /reset: sets a new password with the operator's one-time link. The token is in the URL fragment, which is not sent to
// the server, and is removed from the URL immediately.
function consumeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token) history.replaceState(history.state, "", location.pathname);
  return token;
}

// read when the module loads, before the router checks the URL
const token = consumeToken();

export function ResetPage() {
  const [newPassword, setPassword] = useState("");
  const resetting = useMutation({ mutationFn: () => resetPassword({ token, newPassword }) });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    resetting.mutate();
  };
  const signIn = (
    <Anchor href="/sign-in" inherit underline="always">
      Sign in
    </Anchor>
  );
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title="Reset your password">
        {!token && (
          <p>This page needs a reset link, which works once. Ask the operator of this service for a new one.</p>
        )}
        {token && resetting.isSuccess && (
          <p role="status">✓ Password changed. You were signed out everywhere. {signIn} again.</p>
        )}
        {token && !resetting.isSuccess && (
          <form onSubmit={submit}>
            <Stack>
              <NewPassword label="New password" autoFocus value={newPassword} onChange={setPassword} />
              <FormFailure error={resetting.error} />
              <Button type="submit" loading={resetting.isPending}>
                Set password
              </Button>
            </Stack>
          </form>
        )}
      </NarrowPage>
    </Shell>
  );
}
