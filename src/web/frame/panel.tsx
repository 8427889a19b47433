// A panel that loads, is empty, fails and recovers independently. If a refresh fails, it still shows the previous data.
// While the data of another question load, the previous ones stay, dimmed and marked as busy.
import { Alert, Button, Skeleton, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { instant } from "./format.ts";
import classes from "./panel.module.css";
import { RequestError } from "./request.ts";

interface PanelProps<Data> {
  title: string;
  query: UseQueryResult<Data, Error>;
  /** usual height of the content in pixels, so that nothing shifts when it loads */
  height: number;
  actions?: ReactNode;
  /** shown instead of the content if `when` returns true: why there is no data, and the next step */
  empty?: { when: (data: Data) => boolean; say: ReactNode };
  /** shown instead of the content while nothing can be requested: why, and the next step */
  instead?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function Panel<Data>({ title, query, height, actions, empty, instead, children }: PanelProps<Data>) {
  const id = useId();
  const { data, error, isPending, isPlaceholderData } = query;
  const isLoading = isPending && !instead;
  const isPrevious = isPlaceholderData && !instead;
  return (
    <section
      className={classes.panel}
      aria-labelledby={id}
      aria-busy={isLoading || isPrevious}
      data-loading={isLoading || undefined}
    >
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {error && !instead && <PanelError error={error} query={query} />}
      {isLoading && <Skeleton height={height} animate={false} aria-hidden="true" />}
      {(instead || data !== undefined) && (
        <div className={classes.body} style={{ minHeight: height }}>
          {instead || data === undefined || empty?.when(data) ? (
            <div className={classes.empty}>{instead || empty?.say}</div>
          ) : (
            children(data)
          )}
        </div>
      )}
    </section>
  );
}

function PanelError({
  error,
  query,
}: {
  error: Error;
  query: Pick<UseQueryResult, "refetch" | "data" | "dataUpdatedAt" | "isFetching">;
}) {
  const requestId = error instanceof RequestError ? error.requestId : null;
  return (
    <Alert color="bad" variant="default" title={`× ${error.message}`} className={classes.error} role="alert">
      {query.data !== undefined && (
        <div>The rows below are as of {instant(new Date(query.dataUpdatedAt).toISOString())} UTC.</div>
      )}
      {requestId && (
        <div>
          Request <code>{requestId}</code>
        </div>
      )}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </Alert>
  );
}
