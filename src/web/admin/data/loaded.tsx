// The content of a drawer while its row is loading, is missing, or failed to load.
import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormFailure } from "../../frame/forms.tsx";

interface LoadedProps<Data, Row> {
  query: UseQueryResult<Data, Error>;
  rowOf(data: Data): Row | null;
  children(row: Row): ReactNode;
}

export function Loaded<Data, Row>({ query, rowOf, children }: LoadedProps<Data, Row>) {
  if (query.error) return <FormFailure error={query.error} />;
  if (query.data === undefined) return <Skeleton height={420} animate={false} />;
  const row = rowOf(query.data);
  return row === null ? <p>There is no such row.</p> : children(row);
}
