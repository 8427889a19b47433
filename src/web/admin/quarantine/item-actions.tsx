// What can be done about a refusal: retry the same bytes, e.g. after a fix of the parser; attach a corrected copy of
// the file, but only after its documents were shown; ignore it with a reason, or reopen it. One that is ignored stays
// in the list and is counted as ignored.
import { Button, FileButton, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { filingOf } from "../../../domain/shown-names.ts";
import { madeVisible } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { exchange, failureOf, sendOperation, useChange } from "../../frame/operation.ts";
import { ForeignText } from "../../frame/text.tsx";
import {
  AttachCorrectedCopy as attachCorrectedCopy,
  IgnoreQuarantine as ignoreQuarantine,
  PreviewCorrectedCopy as previewCorrectedCopy,
  type QuarantineItemQuery,
  RetryQuarantine as retryQuarantine,
  UnignoreQuarantine as unignoreQuarantine,
} from "../../generated/operations.ts";
import classes from "./quarantine.module.css";
import { RetryOutcome } from "./status.tsx";

// Uploads the raw bytes of a file. A separate operation then says what to do with them.

/** @throws RequestError */
async function upload(file: File): Promise<{ sha256: string }> {
  const { response, body } = await exchange("/raw/uploads", {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const { sha256, error, code } = body as { sha256?: string; error?: string; code?: string };
  if (!response.ok || sha256 === undefined) throw failureOf(response, error, code);
  return { sha256 };
}

interface Copy {
  id: number;
  sha256: string;
  fileName: string;
}

export function Correct({ item }: { item: RefusedItem }) {
  const retry = useChange(retryQuarantine);
  const attach = useChange(attachCorrectedCopy);
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const { sha256 } = await upload(file);
      const copy: Copy = { id: item.id, sha256, fileName: file.name };
      return { copy, ...(await sendOperation(previewCorrectedCopy, copy)).correctedCopyPreview };
    },
  });
  const isBusy = retry.isPending || preview.isPending || attach.isPending;
  const outcome = attach.data?.attachCorrectedCopy ?? retry.data?.retryQuarantine;
  return (
    <div>
      {item.status !== "resolved" && (
        <Group gap={8} mt={12}>
          <Button
            variant="default"
            loading={retry.isPending}
            disabled={isBusy}
            onClick={() => {
              preview.reset();
              attach.reset();
              retry.mutate({ ids: [item.id] });
            }}
          >
            Retry
          </Button>
          <FileButton
            onChange={(file) => {
              retry.reset();
              attach.reset();
              if (file) preview.mutate(file);
            }}
          >
            {(props) => (
              <Button {...props} loading={preview.isPending} disabled={isBusy}>
                Attach corrected copy
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {preview.data && !outcome && (
        <div aria-live="polite">
          <p>
            <ForeignText>{preview.data.question}</ForeignText>
          </p>
          {preview.data.problem ? (
            <p>
              × <ForeignText>{preview.data.problem}</ForeignText>
            </p>
          ) : (
            <Group gap={8}>
              <Button loading={attach.isPending} onClick={() => attach.mutate(preview.data.copy)}>
                Attach
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => preview.reset()}>
                Cancel
              </Button>
            </Group>
          )}
        </div>
      )}
      <FormFailure error={retry.error ?? preview.error ?? attach.error} />
      {outcome ? (
        <RetryOutcome outcome={outcome} />
      ) : (
        item.status !== "resolved" && (
          <p className={classes.note}>
            The copy is stored beside the original with your name and the time, and is read instead of it.
          </p>
        )
      )}
    </div>
  );
}

export function IgnoreButton({ item }: { item: RefusedItem }) {
  const [asks, setAsks] = useState(false);
  const unignore = useChange(unignoreQuarantine);
  if (item.status === "resolved") return null;
  if (item.status === "ignored")
    return (
      <>
        <Button variant="default" loading={unignore.isPending} onClick={() => unignore.mutate({ ids: [item.id] })}>
          Unignore
        </Button>
        <FormFailure error={unignore.error} />
      </>
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Ignore …
      </Button>
      {asks && <Because item={item} onClose={() => setAsks(false)} />}
    </>
  );
}

function Because({ item, onClose }: { item: RefusedItem; onClose(): void }) {
  const [because, setBecause] = useState("");
  const ignore = useChange(ignoreQuarantine);
  return (
    <Modal opened onClose={onClose} title={`Ignore ${madeVisible(filingOf(item))}?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ignore.mutate({ ids: [item.id], because }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <Textarea
            label="Reason"
            description="Shown wherever this filing is counted"
            value={because}
            maxLength={500}
            required
            data-autofocus
            onChange={(event) => setBecause(event.currentTarget.value)}
          />
          <FormFailure error={ignore.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={ignore.isPending} disabled={because.trim() === ""}>
              Ignore
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export type RefusedItem = QuarantineItemQuery["quarantineItem"];
