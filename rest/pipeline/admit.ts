// Admission of a request: authenticate, then charge. A key that was changed between the two is looked up once more.
import { asAppError } from "../../src/errors.ts";
import type { Exchange } from "../ports.ts";
import { authenticate, setPrincipal } from "./authenticate.ts";
import { charge, type Precheck } from "./charge.ts";
import type { Facade, RequestContext } from "./context.ts";

/** A request that the fast path has charged (`exchange.counted`) is not charged again. @throws AppError */
export async function admit(
  facade: Facade,
  caller: { authorization: string | undefined; exchange: Exchange },
  requestContext: RequestContext,
  precheck: Precheck,
): Promise<void> {
  const { exchange } = caller;
  for (let again = true; ; again = false) {
    const counted = again ? exchange.counted : undefined;
    try {
      if (counted) setPrincipal(requestContext, exchange, counted.principal);
      else await authenticate(facade, caller, requestContext, precheck.method);
      await charge(facade, requestContext, precheck, counted?.decision);
      return;
    } catch (error) {
      if (!again || asAppError(error).code !== "key_changed") throw error;
      delete requestContext.principal;
      delete requestContext.limitStatus;
    }
  }
}
