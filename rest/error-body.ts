// The bodies of errors: one string, the request id, and additional fields for 400 and 429.
import { AppError } from "../src/errors.ts";
import type { ExceededLimit, LimitStatus, Upgrade, WindowStatus } from "../src/ports/access.ts";

type RefusedBy = ExceededLimit | "address" | "bytes" | "streams";

/** A refusal by a limit, with the fields of the body of a 429. */
export class LimitExceeded extends AppError {
  readonly limitType: RefusedBy;
  readonly window: WindowStatus;
  readonly plan: string | null;
  readonly upgrade: Upgrade | null;
  /** in requests; undefined for one request */
  readonly cost: number | undefined;

  constructor(limitType: RefusedBy, window: WindowStatus, plan: string | null, upgrade: Upgrade | null, cost?: number) {
    super("limit_exceeded", describe(limitType, window, upgrade, cost));
    this.limitType = limitType;
    this.window = window;
    this.plan = plan;
    this.upgrade = upgrade;
    this.cost = cost;
  }
}

const limitNames = {
  minute: "Rate limit of {n} requests per minute",
  daily: "Daily limit of {n} requests",
  monthly: "Monthly limit of {n} requests",
  bytes: "Daily limit of {n} bytes of files",
  streams: "Limit of {n} open streams",
  address: "Limit of {n} failed attempts per minute from this address",
} as const;

function describe(
  limitType: keyof typeof limitNames,
  window: WindowStatus,
  upgrade: Upgrade | null,
  cost: number | undefined,
): string {
  const name = limitNames[limitType].replace("{n}", String(window.limit));
  const why =
    cost === undefined ? "exceeded" : `is not enough: the response costs ${cost}, and ${window.remaining} are left`;
  const when = limitType === "streams" ? "Close one to open another" : `It resets at ${instant(window.resetAt)}`;
  const smaller = cost === undefined ? [] : ["A smaller pageSize costs less"];
  const larger = upgrade ? [`Upgrade to ${upgrade.plan}${formatGain(upgrade)}: ${upgrade.url}`] : [];
  return [`${name} ${why}`, when, ...smaller, ...larger].join(". ");
}

/** What the larger plan allows where this limit was exceeded, e.g. ` for 500 requests per day`. */
function formatGain({ requestsPerMinute, requestsPerDay, bytesPerDay, openStreams }: Upgrade): string {
  if (openStreams !== undefined) return ` for ${openStreams} open streams`;
  if (bytesPerDay !== undefined) return ` for ${bytesPerDay} bytes of files per day`;
  const gain = requestsPerDay === undefined ? [] : [`${requestsPerDay} requests per day`];
  if (requestsPerMinute !== undefined) gain.push(`${requestsPerMinute} per minute`);
  return gain.length > 0 ? ` for ${gain.join(", ")}` : "";
}

/** A time in Unix seconds as text for people: to the second, in UTC. */
export const instant = (seconds: number): string =>
  new Date(Math.floor(seconds) * 1000).toISOString().replace(".000Z", "Z");

/** The window of the limit that was exceeded. */
export function exceededWindow(limitStatus: LimitStatus, exceeded: ExceededLimit): WindowStatus {
  return { minute: limitStatus.minute, daily: limitStatus.day, monthly: limitStatus.month }[exceeded];
}

/** The body of an error, without its cause. */
export function errorBody(error: AppError, requestId: string): Record<string, unknown> {
  const body: Record<string, unknown> = { error: error.message, requestId };
  if (error.details) body.details = error.details;
  if (error instanceof LimitExceeded) {
    const { limitType, window, plan, upgrade, cost } = error;
    const named = limitType === "bytes" ? { limitType: "daily", unit: "bytes" } : { limitType };
    Object.assign(body, { ...named, limit: window.limit, resetAt: window.resetAt, plan, upgrade });
    if (cost !== undefined) Object.assign(body, { cost, remaining: window.remaining });
  }
  return body;
}
