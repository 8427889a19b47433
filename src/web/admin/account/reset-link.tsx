// Creates a one-time link to set a password. The administrator hands it over, because there is no mail server.
import { Button, Group, Modal, Stack } from "@mantine/core";
import { CopyButton } from "../../frame/copy-button.tsx";
import { FormFailure } from "../../frame/form-failure.tsx";
import { instant } from "../../frame/format.ts";
import { useChange } from "../../frame/use-operation.ts";
import { IssueResetLink } from "../../generated/operations.ts";

interface ResetLinkProps {
  account: { id: string; email: string };
  onClose(): void;
}

export function ResetLink({ account: { id, email }, onClose }: ResetLinkProps) {
  const change = useChange(IssueResetLink);
  const issued = change.data?.issueResetLink;
  return (
    <Modal opened onClose={onClose} title="Reset link" closeOnClickOutside={!issued}>
      <Stack>
        {issued ? (
          <>
            <div>
              Any person who opens it can set the password of <strong>{email}</strong>. Send it by a channel that you
              trust. It works once, until {instant(issued.expiresAt)} UTC, and is not shown again.
            </div>
            <code data-testid="link">{issued.link}</code>
            <Group justify="flex-end">
              <CopyButton text={issued.link} label="Copy link" size="sm" data-autofocus />
              <Button onClick={onClose}>Done</Button>
            </Group>
          </>
        ) : (
          <>
            <div>
              Make a one-time link by which the owner of <strong>{email}</strong> sets a new password? Links from before
              end.
            </div>
            <FormFailure error={change.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button loading={change.isPending} onClick={() => change.mutate({ accountId: id })} data-autofocus>
                Make the link
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
