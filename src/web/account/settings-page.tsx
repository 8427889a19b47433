// /account/settings: second factor, sessions, and the export and deletion of one's data.
import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../frame/forms.tsx";
import { Page } from "../frame/page.tsx";
import { CurrentPassword, SecurityPanels } from "../frame/security.tsx";
import { deleteAccount } from "../frame/session.ts";

export function SettingsPage() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Page title="Settings" summary="How you sign in, and what is stored about you.">
      <SecurityPanels />
      <section aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <p>
          The export is a JSON file with all that is stored about you: your account, the names and limits of your keys,
          subscriptions, usage, requests, sessions and changes.
        </p>
        <Group gap={8}>
          <Button component="a" href="/auth/data" download variant="default">
            Export data
          </Button>
          <Button variant="default" color="bad" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </Group>
      </section>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </Page>
  );
}

function DeleteAccount({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState("");
  const change = useMutation({ mutationFn: deleteAccount });
  return (
    <FormDialog
      title="Delete your account?"
      action="Delete account"
      change={change}
      onSubmit={() => change.mutate(password, { onSuccess: () => location.assign("/") })}
      onClose={onClose}
    >
      <div>
        This cannot be undone. Your keys stop working at once, you are signed out everywhere, and webhooks, feeds and
        mail end. Your account, usage and requests are erased. The operator&apos;s audit log keeps which changes were
        made and when, without your e-mail, names and addresses, for 730 days. Backups are kept as long as the operator
        has set.
      </div>
      <CurrentPassword value={password} onChange={setPassword} />
    </FormDialog>
  );
}
