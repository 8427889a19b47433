// Stops a run, after a confirmation. The rows that it has loaded stay.
import { Button } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "../../frame/confirm.tsx";
import { instant } from "../../frame/format.ts";
import { useChange } from "../../frame/use-operation.ts";
import { type RunQuery, StopRun as stopRun } from "../../generated/operations.ts";
import { sourceName } from "./sources.ts";

export function StopRun({ run }: { run: RunQuery["ingestionRun"] }) {
  const [asks, setAsks] = useState(false);
  const change = useChange(stopRun);
  return (
    <>
      <Button
        color="bad"
        variant="outline"
        disabled={run.lives && run.stopRequestedBy !== null}
        onClick={() => setAsks(true)}
      >
        {run.lives && run.stopRequestedBy !== null ? "Stopping …" : "Stop"}
      </Button>
      <Confirm
        opened={asks}
        title="Stop this run?"
        action="Stop run"
        busy={change.isPending}
        error={change.error}
        onClose={() => setAsks(false)}
        onConfirm={() => change.mutate({ id: run.id }, { onSuccess: () => setAsks(false) })}
      >
        The run of {sourceName(run.source)} that began at {instant(run.startedAt)} UTC ends within seconds. What it has
        loaded stays, and another run goes on from there.
      </Confirm>
    </>
  );
}
