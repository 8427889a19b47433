// The one moment in which a key is seen: the secret, samples with it, and the first request with it arriving. It lives in this component
// only; closing asks unless it was copied or used.
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../../frame/copy-button.tsx";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant } from "../../frame/format.ts";
import { Samples } from "../../frame/samples.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { type CreateKeyMutation, Keys } from "../../generated/operations.ts";
import { firstAddress } from "../first-address.ts";
import { Arrival } from "./arrival.tsx";
import classes from "./key-secret.module.css";

type Issued = CreateKeyMutation["createKey"] & { replaced?: { lastFour: string; expiresAt: string | null } | null };

export function KeySecret({ issued: { secret, key, replaced }, onClose }: { issued: Issued; onClose(): void }) {
  const [asking, setAsking] = useState(false);
  const keys = useRead(Keys, {}, { every: (data) => (arrivedWith(data, key) ? false : 2_000) });
  const mark = arrivedWith(keys.data, key);
  const close = () => (mark || asking ? onClose() : setAsking(true));
  return (
    <Modal opened onClose={close} size="lg" title="Your new key" closeOnClickOutside={false}>
      <Stack>
        <p className={classes.words}>
          <ForeignText>{key.name}</ForeignText> is shown now and never again. Keep it on a server, not in a page or a
          repository.
          {replaced?.expiresAt && ` The old key …${replaced.lastFour} ends at ${instant(replaced.expiresAt)} UTC.`}
        </p>
        <Group gap={8} wrap="nowrap" className={classes.secret}>
          <code data-testid="secret">{secret}</code>
          <CopyButton text={secret} label="Copy key" data-autofocus />
        </Group>
        <div>
          <Samples request={{ url: firstAddress(), key: secret }} />
          <Arrival mark={mark} remaining={keys.data?.viewer.limits.day.remaining ?? 0} />
        </div>
        {asking && (
          <div role="alert" className={classes.asking}>
            ! The key cannot be shown again. Have you stored it?
            <Group gap={8} mt={8}>
              <Button variant="default" onClick={() => setAsking(false)}>
                Not yet
              </Button>
              <Button onClick={onClose}>Stored, close</Button>
            </Group>
          </div>
        )}
        {!asking && (
          <Group justify="flex-end">
            <Button variant={mark ? "filled" : "default"} onClick={close}>
              Done
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

interface Watched {
  viewer: {
    keys: { id: string; lastUsedAt: string | null }[];
    lastRequest: { at: string; status: number; milliseconds: number; requestId: string } | null;
  };
}

/** The newest request, once this key has been used. */
function arrivedWith(data: Watched | undefined, key: { id: string; createdAt: string }) {
  const mark = data?.viewer.lastRequest;
  if (!mark || Date.parse(mark.at) < Date.parse(key.createdAt)) return null;
  return data.viewer.keys.some(({ id, lastUsedAt }) => id === key.id && lastUsedAt) ? mark : null;
}
