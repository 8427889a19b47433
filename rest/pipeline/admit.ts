// Whether a request may run: authenticate, then charge. A key that was changed between the two is looked up once more.
import { asAppError } from "../../src/errors.ts";
import type { Exchange } from "../ports.ts";
import { authenticate, know } from "./authenticate.ts";
import { charge, type Judged } from "./charge.ts";
import type { Facade, RequestContext } from "./context.ts";

/** What the fast path has charged before (`exchange.counted`) is not charged again. @throws AppError */
export async function admit(
  facade: Facade,
  caller: { authorization: string | undefined; exchange: Exchange },
  requestContext: RequestContext,
  judged: Judged,
): Promise<void> {
  const { exchange } = caller;
  for (let again = true; ; again = false) {
    const counted = again ? exchange.counted : undefined;
    try {
      if (counted) know(requestContext, exchange, counted.principal);
      else await authenticate(facade, caller, requestContext, judged.method);
      await charge(facade, requestContext, judged, counted?.decision);
      return;
    } catch (error) {
      if (!again || asAppError(error).code !== "key_changed") throw error;
      delete requestContext.principal;
      delete requestContext.figures;
    }
  }
}
