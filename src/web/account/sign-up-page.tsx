// /sign-up: creates an account in one form, then continues to the first key.
import { Anchor, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { signIn, signUp } from "../frame/api/auth.ts";
import { RequestError } from "../frame/api/request-error.ts";
import { EmailInput } from "../frame/email-input.tsx";
import { FormFailure } from "../frame/form-failure.tsx";
import { NarrowPage } from "../frame/narrow-page.tsx";
import { NewPassword } from "../frame/new-password.tsx";
import { Shell } from "../frame/shell.tsx";
import { useSession, useSessionChange } from "../frame/use-session.ts";

export function SignUpPage() {
  const session = useSession().data;
  if (session?.user) return <Navigate to="/account/keys" search={{ create: "true" }} replace />;
  return (
    <Shell label="Pages" links={[]}>
      <NarrowPage title="Create an account">
        {session?.signUp === "closed" ? (
          <p>Accounts are issued by the operator of this service. Ask there for one.</p>
        ) : (
          <SignUpForm />
        )}
        <p>
          Have an account?{" "}
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
      throw new Error("This e-mail has an account already, with another password. Sign in instead.");
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
    return <p role="status">✓ Your account waits for the operator's approval. Then you can sign in.</p>;
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
