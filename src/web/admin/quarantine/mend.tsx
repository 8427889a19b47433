// Resolves a refusal: retries the same bytes, e.g. after a fix of the parser, or a corrected copy of the file.
import { Button, FileButton, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { FormFailure } from "../../frame/form-failure.tsx";
import { useChange } from "../../frame/use-operation.ts";
import {
  AttachCorrectedCopy as attachCorrectedCopy,
  RetryQuarantine as retryQuarantine,
} from "../../generated/operations.ts";
import classes from "./quarantine.module.css";
import type { RefusedItem } from "./refused-item.ts";
import { RetryOutcome } from "./retry-outcome.tsx";
import { upload } from "./upload.ts";

export function Mend({ item }: { item: RefusedItem }) {
  const retry = useChange(retryQuarantine);
  const attach = useChange(attachCorrectedCopy);
  const copy = useMutation({
    mutationFn: async (file: File) => {
      const { sha256 } = await upload(file);
      return await attach.mutateAsync({ id: item.id, sha256, fileName: file.name });
    },
  });
  const isBusy = retry.isPending || copy.isPending;
  const outcome = copy.data?.attachCorrectedCopy ?? retry.data?.retryQuarantine;
  return (
    <div>
      {item.status !== "resolved" && (
        <Group gap={8} mt={12}>
          <Button
            variant="default"
            loading={retry.isPending}
            disabled={isBusy}
            onClick={() => {
              copy.reset();
              retry.mutate({ ids: [item.id] });
            }}
          >
            Retry
          </Button>
          <FileButton
            onChange={(file) => {
              retry.reset();
              if (file) copy.mutate(file);
            }}
          >
            {(props) => (
              <Button {...props} loading={copy.isPending} disabled={isBusy}>
                Attach corrected copy
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      <FormFailure error={retry.error ?? copy.error} />
      {outcome ? (
        <RetryOutcome outcome={outcome} />
      ) : (
        item.status !== "resolved" && (
          <p className={classes.note}>
            A copy is kept beside the original, with your name and the time, and is read in its place.
          </p>
        )
      )}
    </div>
  );
}
