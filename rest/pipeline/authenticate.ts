// Authentication: finds the holder of the key, and checks that the key may be used from the caller's address.
import { AppError } from "../../src/errors.ts";
import type { Principal } from "../../src/ports.ts";
import { instant, LimitExceeded } from "../error-body.ts";
import { noLimitStatus } from "../limit-headers.ts";
import type { Exchange } from "../ports.ts";
import type { Facade, RequestContext } from "./context.ts";

/** The holder of a cached key; undefined if `authenticate` has to look the key up. */
export function recognise({ access }: Facade, keyName: string | undefined, address: string): Principal | undefined {
  return keyName === undefined ? undefined : access.remembered(keyName, address);
}

/**
 * Looks the key up; failed attempts are counted by address. `method` is the error for a wrong method, which is thrown
 * instead of any refusal: a wrong method is 405 for every caller. @throws AppError
 */
export async function authenticate(
  { access, seconds }: Facade,
  { authorization, exchange }: { authorization: string | undefined; exchange: Exchange },
  requestContext: RequestContext,
  method: AppError | undefined,
): Promise<void> {
  const result = await access.authenticate(authorization, exchange.address);
  if (result.outcome === "unauthorized") {
    if (result.refused) requestContext.refused = result.refused;
    const { allowed, minute } = await access.countFailure(exchange.address);
    requestContext.limitStatus = noLimitStatus(seconds(), minute);
    if (!allowed) throw method ?? new LimitExceeded("address", minute, null, null);
    throw method ?? new AppError("unauthorized", result.ended && describeEnd(result.ended));
  }
  setPrincipal(requestContext, exchange, result.principal);
  if (result.outcome === "ok") return;
  requestContext.limitStatus = await access.peek(result.principal);
  throw method ?? new AppError("forbidden_address");
}

const describeEnd = ({ how, at }: { how: "revoked" | "expired"; at: number }): string =>
  `This API key ${how === "revoked" ? "was revoked" : "expired"} at ${instant(at)}; create another one on the account page`;

/** Records the caller for the next steps and for the server's request log. */
export function setPrincipal(requestContext: RequestContext, exchange: Exchange, principal: Principal): void {
  exchange.accountId = principal.accountId;
  requestContext.principal = principal;
}
