// Express gives every request and response its own prototype after Node has made them, which takes the engine's shortcuts away from
// each of them: three quarters of what Express costs. Made with those prototypes from the start, nothing has to change.
import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/** What Express would make without a prototype, a dictionary; the names are those that the server and the facade use. */
class Locals {
  requestId: string | undefined = undefined;
  address: string | undefined = undefined;
  secure: boolean | undefined = undefined;
  headers: string[] | undefined = undefined;
  route: string | undefined = undefined;
  accountId: string | undefined = undefined;
  counted: unknown = undefined;
}

/** Classes for `http.createServer` whose instances already are what the app makes of them. */
export function ownMessages(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {
    locals = new Locals();
  }
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as typeof app.request;
  app.response = Response.prototype as unknown as typeof app.response;
  return { IncomingMessage: Request, ServerResponse: Response as unknown as typeof ServerResponse };
}
