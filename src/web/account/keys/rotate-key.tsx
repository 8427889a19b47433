// Replaces a key by a new one. The old key ends now or after a grace period.
import { Button, Modal, Radio, Stack } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { FormFailure } from "../../frame/form-failure.tsx";
import { useChange } from "../../frame/use-operation.ts";
import { type KeyOverlap, RotateKey as rotateKey } from "../../generated/operations.ts";
import type { OwnKey } from "./own-key.ts";
import { OwnKeySecret } from "./own-key-secret.tsx";

const overlaps: Record<KeyOverlap, string> = {
  NOW: "now: it has leaked, or it is not in use",
  DAY: "in 24 hours",
  WEEK: "in 7 days",
};

export function RotateKey({ apiKey, onClose }: { apiKey: OwnKey; onClose(): void }) {
  const [overlap, setOverlap] = useState<KeyOverlap>("DAY");
  const change = useChange(rotateKey);
  if (change.data) return <OwnKeySecret issued={change.data.rotateKey} onClose={onClose} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ id: apiKey.id, overlap });
  };
  return (
    <Modal opened onClose={onClose} title={`Rotate the key …${apiKey.lastFour}`}>
      <form onSubmit={submit}>
        <Stack>
          <Radio.Group label="The old key ends" value={overlap} onChange={(value) => setOverlap(value as KeyOverlap)}>
            <Stack gap={8} mt={8}>
              {Object.entries(overlaps).map(([value, words]) => (
                <Radio key={value} value={value} label={words} />
              ))}
            </Stack>
          </Radio.Group>
          <FormFailure error={change.error} />
          <Button type="submit" loading={change.isPending}>
            Create the new key
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
