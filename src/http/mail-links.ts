// The router of /mail: what the links in mail open. A GET changes nothing, because programs that check mail open its links;
// the page has a button, whose POST is also what a mail program sends to unsubscribe (RFC 8058).
import { type Response, Router } from "express";
import { AppError } from "../errors.ts";
import { type MailLinkAction, type MailLinks, mailLinkActions } from "../ports/mail-links.ts";
import { sendFailure } from "./auth.ts";
import type { ServerLog } from "./requests.ts";

/** What a page says; `question`: null after a POST. */
interface MailLinkView {
  action: MailLinkAction;
  question: string | null;
}

export interface MailLinkPages {
  links: MailLinks;
  /** the whole document */
  page(view: MailLinkView): string;
}

const tokenForm = /^[\w-]{43}$/;
const goneText = "This link is no longer valid";

export function mailLinksRouter({ links, page }: MailLinkPages, log: ServerLog): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const send = (response: Response, view: MailLinkView) => {
    response.set("Cache-Control", "no-store");
    response.locals.isOwnDocument = true;
    response.type("html").send(page(view));
  };
  for (const action of mailLinkActions) {
    router
      .route(`/${action}/:token`)
      .get(async ({ params: { token } }, response) => {
        const question = tokenForm.test(token) ? await links.describe(action, token) : null;
        if (question === null) throw new AppError("not_found", goneText);
        send(response, { action, question });
      })
      .post(async ({ params: { token } }, response) => {
        if (!tokenForm.test(token) || !(await links.carryOut(action, token))) throw new AppError("not_found", goneText);
        send(response, { action, question: null });
      })
      .all((_request, response, next) => {
        response.set("Allow", "GET, HEAD, POST");
        next(new AppError("method_not_allowed"));
      });
  }
  router.use((_request, _response, next) => next(new AppError("not_found")));
  router.use(sendFailure(log));
  return router;
}
