// The status of a refusal as a sign and a word, and the outcome of a retry of refused files.
import { Link } from "@tanstack/react-router";
import { lastSegment } from "../../../domain/shown-names.ts";
import { count } from "../../frame/format.ts";
import { ForeignText } from "../../frame/text.tsx";
import type { RetryQuarantineMutation } from "../../generated/operations.ts";

const words: Record<string, string> = { open: "× open", ignored: "– ignored", resolved: "✓ resolved" };

export const formatStatus = (status: string): string => words[status] ?? status;

/** The refused record within the filing. */
export function recordOf({ documentId, recordRef }: { documentId: string | null; recordRef: string }): string {
  if (recordRef === "") return "whole file";
  return documentId && recordRef.startsWith(`${documentId} `) ? recordRef.slice(documentId.length + 1) : recordRef;
}

/** choices of the status filter; `all` does not filter */
export const statuses = ["open", "ignored", "resolved", "all"];

type Outcome = RetryQuarantineMutation["retryQuarantine"];

const maxShown = 5;

export function RetryOutcome({ outcome }: { outcome: Outcome }) {
  const { tried, resolved, refused, unavailable } = outcome;
  return (
    <div aria-live="polite">
      <p>
        {resolved.length > 0 && `✓ ${count(resolved.length)} of ${count(tried)} accepted. `}
        {refused.length > 0 && `× ${count(refused.length)} still refused. `}
        {unavailable.length > 0 && `! ${count(unavailable.length)} without a stored file.`}
        {tried === 0 && "There was nothing to retry."}
      </p>
      {(refused.length > 0 || unavailable.length > 0) && (
        <ul>
          {refused.slice(0, maxShown).map(({ id, fileName, reason, message }) => (
            <li key={id}>
              <Link to="/admin/quarantine/$id" params={{ id: String(id) }}>
                <ForeignText>{lastSegment(fileName)}</ForeignText>
              </Link>{" "}
              <ForeignText>{`${reason}: ${message}`}</ForeignText>
            </li>
          ))}
          {unavailable.slice(0, maxShown).map(({ id, fileName, why }) => (
            <li key={id}>
              <ForeignText>{`${lastSegment(fileName)}: ${why}`}</ForeignText>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
