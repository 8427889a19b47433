// The notices above every account page: limits that are nearly used up or reached, and an address that is not verified.
import { Alert, Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { count, instant } from "../frame/format.ts";
import { FormFailure } from "../frame/forms.tsx";
import { useRead } from "../frame/operation.ts";
import { requestVerification, useSession } from "../frame/session.ts";
import { type LimitWindow, limitState } from "../frame/usage.tsx";
import { OwnLimits } from "../generated/operations.ts";
import classes from "./notices.module.css";

/** milliseconds between two reads of the limits */
const everyMs = 60_000;

/** The page below its notices. It is shown together with them, so that nothing shifts. */
export function WithNotices() {
  const limits = useRead(OwnLimits, {}, { every: () => everyMs });
  const windows = limits.data?.viewer.limits;
  return (
    <div className={classes.page} data-waiting={limits.isPending || undefined}>
      <UnverifiedNotice />
      {windows && <LimitNotice name="Daily" window="today" {...windows.day} />}
      {windows && <LimitNotice name="Monthly" window="this month" {...windows.month} />}
      <Outlet />
    </div>
  );
}

interface LimitNoticeProps extends LimitWindow {
  /** of the limit */
  name: string;
  window: string;
}

function LimitNotice({ name, window, used, limit, resetAt }: LimitNoticeProps) {
  const state = limitState(used, limit);
  if (state === "good") return null;
  const isReached = state === "bad";
  return (
    <Alert
      variant="default"
      role="status"
      className={classes.notice}
      title={isReached ? `× ${name} limit reached` : `! ${name} limit nearly used up`}
    >
      {count(Math.min(used, limit))} of {count(limit)} requests {window} are used
      {isReached && ", and further requests get status 429"}. Resets {instant(resetAt)} UTC.{" "}
      <Link to="/account/plan">Upgrade</Link>
    </Alert>
  );
}

function UnverifiedNotice() {
  const session = useSession().data;
  const requesting = useMutation({ mutationFn: requestVerification });
  if (!session?.needsVerification) return null;
  return (
    <Alert variant="default" role="status" className={classes.notice} title="! E-mail not verified">
      {requesting.isSuccess ? (
        <>✓ A link was sent to {session.user?.email}. Open it, then reload this page.</>
      ) : (
        <>
          You get notices about your limits and webhooks once your address is verified.{" "}
          <Anchor component="button" inherit underline="always" onClick={() => requesting.mutate()}>
            Send a link
          </Anchor>
        </>
      )}
      <FormFailure error={requesting.error} />
    </Alert>
  );
}
