// Why a form was not taken: one text, heard by screen readers, with the request id where there is one.
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
