// /reset: sets a new password with the operator's one-time link. The token is in the URL fragment, which is not sent to
// the server, and is removed from the URL immediately.
import { Anchor, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { resetPassword } from "../frame/api/auth.ts";
import { FormFailure } from "../frame/form-failure.tsx";
import { NarrowPage } from "../frame/narrow-page.tsx";
import { NewPassword } from "../frame/new-password.tsx";
import { Shell } from "../frame/shell.tsx";

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
      <NarrowPage title="Choose a password">
        {!token && <p>This page works with a link from the operator of the service, once. Ask there for a new one.</p>}
        {token && resetting.isSuccess && (
          <p role="status">✓ The password is set, and every session has ended. {signIn} with it.</p>
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
