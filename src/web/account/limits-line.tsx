// The plan and the remaining requests, in one line.
import { Link } from "@tanstack/react-router";
import { count } from "../frame/format.ts";
import type { AccountHomeQuery } from "../generated/operations.ts";

type Viewer = AccountHomeQuery["viewer"];

export function LimitsLine({
  plan,
  requestedPlan,
  limits: { day, month },
}: Pick<Viewer, "plan" | "requestedPlan" | "limits">) {
  return (
    <>
      <strong>{plan.name}</strong> · {count(day.remaining)} of {count(day.limit)} left today · {count(month.remaining)}{" "}
      of {count(month.limit)} this month · <Link to="/account/plan">See plans</Link>
      {requestedPlan && ` · ${requestedPlan.name} is requested`}
    </>
  );
}
