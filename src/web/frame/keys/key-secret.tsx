// Shows a new key once: the secret, samples with it, and the arrival of the first request. The secret is only in this
// component; closing asks for confirmation unless a request with the key has arrived.
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { instant } from "../format.ts";
import { CopyButton, ForeignText } from "../text.tsx";
import { Arrival, firstAddress, Samples } from "./first-request.tsx";
import classes from "./key-secret.module.css";

export interface IssuedKey {
  secret: string;
  key: { id: string; name: string; createdAt: string };
  /** the key that it replaces */
  replaced?: { lastFour: string; expiresAt: string | null } | null;
}

/** The fields of the key's account that show whether the key has been used. */
export interface WatchedAccount {
  keys: { id: string; lastUsedAt: string | null }[];
  lastRequest: { at: string; status: number; milliseconds: number; requestId: string } | null;
  limits: { day: { remaining: number } };
}

interface KeySecretProps {
  issued: IssuedKey;
  /** fetched repeatedly until `arrivedWith` finds the first request */
  account: WatchedAccount | undefined;
  onClose(): void;
}

export function KeySecret({ issued: { secret, key, replaced }, account, onClose }: KeySecretProps) {
  const [requesting, setAsking] = useState(false);
  const mark = arrivedWith(account, key);
  const close = () => (mark || requesting ? onClose() : setAsking(true));
  return (
    <Modal opened onClose={close} size="lg" title="Your new key" closeOnClickOutside={false}>
      <Stack>
        <p className={classes.words}>
          Copy the key <ForeignText>{key.name}</ForeignText> now: it is shown only once. Keep it on a server, not in a
          page or a repository.
          {replaced?.expiresAt && ` The old key …${replaced.lastFour} expires at ${instant(replaced.expiresAt)} UTC.`}
        </p>
        <Group gap={8} wrap="nowrap" className={classes.secret}>
          <code data-testid="secret">{secret}</code>
          <CopyButton text={secret} label="Copy key" data-autofocus />
        </Group>
        <div>
          <Samples request={{ url: firstAddress(), key: secret }} />
          <Arrival mark={mark} remaining={account?.limits.day.remaining ?? 0} />
        </div>
        {requesting && (
          <div role="alert" className={classes.asking}>
            ! The key cannot be shown again. Have you saved it?
            <Group gap={8} mt={8}>
              <Button variant="default" onClick={() => setAsking(false)}>
                Back
              </Button>
              <Button onClick={onClose}>I have saved it</Button>
            </Group>
          </div>
        )}
        {!requesting && (
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

/** The account's newest request once this key has been used, else null. */
export function arrivedWith(account: WatchedAccount | undefined, key: { id: string; createdAt: string }) {
  const mark = account?.lastRequest;
  if (!mark || Date.parse(mark.at) < Date.parse(key.createdAt)) return null;
  return account.keys.some(({ id, lastUsedAt }) => id === key.id && lastUsedAt) ? mark : null;
}
