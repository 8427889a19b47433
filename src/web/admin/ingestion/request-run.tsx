// Requests a run of some days of a source. A `sync --watch` process executes it; if there is none, the page says so.
import { Button } from "@mantine/core";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { RequestRun as requestRun } from "../../generated/operations.ts";
import { formatRange, type Range } from "./days.ts";
import { sourceName } from "./sources.ts";

interface RequestRunProps {
  source: string;
  range: Range;
  isWatched: boolean;
  /** the verb on the button; default Start run */
  label?: string;
  /** one of several such buttons on the page */
  isMinor?: boolean;
}

export function RequestRun({ source, range, isWatched, label = "Start run", isMinor = false }: RequestRunProps) {
  const change = useChange(requestRun);
  const requested = change.data?.requestRun;
  const isThis = requested?.source === source && requested.from === range.from && requested.to === range.to;
  return (
    <div>
      <Button
        size="compact-sm"
        variant={isMinor ? "default" : "filled"}
        loading={change.isPending}
        onClick={() => change.mutate({ source, ...range })}
      >
        {label}
      </Button>
      <FormFailure error={change.error} />
      <div aria-live="polite">
        {isThis && (
          <>
            ✓ Requested: {sourceName(source)}, {formatRange(range)}.{" "}
            {isWatched ? "It begins within seconds." : "It waits: no process watches this source now."}
          </>
        )}
      </div>
    </div>
  );
}
