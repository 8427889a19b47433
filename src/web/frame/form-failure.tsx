// Why a form was rejected: one text, announced by screen readers, with the request id if there is one.
import { RequestError } from "./api/request-error.ts";
import classes from "./form-failure.module.css";

export function FormFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  const failure = error instanceof RequestError ? error : undefined;
  return (
    <p className={classes.failure} role="alert">
      × {error.message}
      {failure?.retryAfter && ` Try again in ${failure.retryAfter} seconds.`}
      {failure?.requestId && failure.status >= 500 && (
        <>
          {" "}
          Request <code>{failure.requestId}</code>
        </>
      )}
    </p>
  );
}
