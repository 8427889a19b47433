// Shown if the list is empty: says that there are no refusals, or which filter hides them.
import { Button } from "@mantine/core";
import type { QuarantineSearch } from "./quarantine-search.ts";

export function NoRefusals({ search, onShow }: { search: QuarantineSearch; onShow(next: QuarantineSearch): void }) {
  const status = search.status ?? "open";
  const drop = (label: string, next: QuarantineSearch) => (
    <Button key={label} size="compact-sm" variant="default" mr={8} onClick={() => onShow(next)}>
      {label}
    </Button>
  );
  if (search.source || search.reason)
    return (
      <>
        No refusal matches. {search.reason && drop("Any reason", { ...search, reason: undefined, page: undefined })}
        {search.source && drop("All sources", { status: search.status })}
      </>
    );
  return (
    <>
      {status === "open"
        ? "✓ Nothing waits in quarantine: whatever came in was read. "
        : "No refusal has this status. "}
      {status !== "all" && drop("Show every status", { status: "all" })}
    </>
  );
}
