// Shows "Waiting" until a request has arrived, then its status.
import { Loader } from "@mantine/core";
import { count } from "../format.ts";
import classes from "./arrival.module.css";

interface ArrivalProps {
  mark: { status: number; milliseconds: number; requestId: string } | null;
  /** requests left today */
  remaining: number;
}

export function Arrival({ mark, remaining }: ArrivalProps) {
  return (
    <p className={classes.arrival} role="status" data-good={mark ? mark.status < 400 : undefined}>
      {mark ? (
        <>
          {mark.status < 400 ? "✓" : "×"} <strong>{mark.status}</strong>, {count(Math.round(mark.milliseconds))} ms,
          request <code>{mark.requestId}</code>, {count(remaining)} left today
        </>
      ) : (
        <>
          <Loader size={12} aria-hidden="true" /> Waiting for the request
        </>
      )}
    </p>
  );
}
