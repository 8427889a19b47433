// The forms before an account: /sign-in, /sign-in-code, /sign-up, /reset and /forgot-password. They work without scripts: a GET shows
// the form; a POST carries it out and redirects, or shows the form again with what is wrong.
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { AppError, asAppError } from "../errors.ts";
import type { SignInPage, SignInResult, Viewer, Visitor } from "../ports/requests.ts";
import { bodyLimit, isFieldText, onlyMethod, type PeoplePort, sendFailure, visitorOf } from "./auth.ts";
import type { ServerLog } from "./requests.ts";

export interface SignInFormsOptions {
  people: PeoplePort;
  /** renders the whole document of a page */
  render: (page: SignInPage, viewer: Viewer | null) => string;
  /** refuse what the forms of these pages never send: a large body, a request of another site */
  guards: RequestHandler[];
  /** set the headers of pages */
  pageHeaders: RequestHandler[];
  log: ServerLog;
}

type Fields = { email: string; password: string; link: string; code: string };

/**
 * What a form that was carried out leads to: another page, after which comes the one that was asked for (`isStep`), or a
 * sentence on its own page.
 */
type Result = { cookies: string[]; to: string; isStep?: boolean } | { done: NonNullable<SignInPage["done"]> };

interface Form {
  name: SignInPage["form"];
  fields: (keyof Fields)[];
  run(people: PeoplePort, visitor: Visitor, given: Fields): Promise<Result>;
}

const forms: Form[] = [
  {
    name: "sign-in",
    fields: ["email", "password"],
    async run(people, visitor, given) {
      return signedIn(await people.signIn(visitor, given));
    },
  },
  {
    name: "sign-in-code",
    fields: ["code"],
    async run(people, visitor, given) {
      return signedIn(await people.signInWithCode(visitor, given));
    },
  },
  { name: "sign-up", fields: ["email", "password"], run: signUp },
  {
    name: "reset",
    fields: ["link", "password"],
    async run(people, visitor, { link, password }) {
      await people.resetPassword(visitor, { token: tokenIn(link), newPassword: password });
      return { done: "password_changed" };
    },
  },
  {
    name: "forgot-password",
    fields: ["email"],
    async run(people, visitor, given) {
      await people.requestReset(visitor, given);
      return { done: "link_sent" };
    },
  },
];

export const formPaths = forms.map(({ name }) => `/${name}`);

/** Forms that a user who is signed in needs no more. */
const beforeSession: ReadonlySet<SignInPage["form"]> = new Set(["sign-in", "sign-in-code", "sign-up"]);

/** With a second factor the form for its code comes next. */
function signedIn({ body, cookies }: { body: SignInResult; cookies: string[] }, to?: string): Result {
  if ("needsCode" in body) return { cookies, to: "/sign-in-code", isStep: true };
  return { cookies, to: to ?? pageOf(body.user) };
}

const pageOf = ({ hasAccount }: Viewer): string => (hasAccount ? "/account" : "/admin");

/** A taken e-mail gets the same response; it shows only when the sign-in fails because of the password. */
async function signUp(people: PeoplePort, visitor: Visitor, given: Fields): Promise<Result> {
  const { body } = await people.signUp(visitor, given);
  if (body.outcome === "waiting") return { done: "waiting" };
  const result = await people.signIn(visitor, given).catch((error: unknown) => {
    if (asAppError(error).code !== "wrong_credentials") throw error;
    throw new AppError("wrong_credentials", "This e-mail already has an account with another password");
  });
  return signedIn(result, "/account/keys?create=true");
}

/** The token of a reset link: a browser without scripts sends the link as it was pasted. */
const tokenIn = (link: string): string =>
  link
    .trim()
    .split(/[^\w-]/)
    .at(-1) ?? "";

/** Mounted at the root; calls `next` for every other path. */
export function signInForms(options: SignInFormsOptions): Router {
  const { people, render, guards, pageHeaders, log } = options;
  const router = Router({ caseSensitive: true });
  const show = async (request: Request, response: Response, page: Omit<SignInPage, "rules">) => {
    const { body } = await people.session(visitorOf(request));
    response.type("html").send(render({ ...page, rules: body }, body.user));
  };
  const body = express.urlencoded({ extended: false, limit: bodyLimit });
  for (const form of forms) {
    const path = router.route(`/${form.name}`);
    path.all(...guards, ...pageHeaders, neverStored);
    path.get(async (request, response) => {
      const next = ownPath(query(request).get("next"));
      const { user } = (await people.session(visitorOf(request))).body;
      if (user && beforeSession.has(form.name)) response.redirect(303, next ?? pageOf(user));
      else await show(request, response, { form: form.name, next });
    });
    path.post(body, async (request, response) => {
      const sent = (request.body ?? {}) as Record<string, unknown>;
      const next = ownPath(sent.next);
      try {
        const result = await form.run(people, visitorOf(request), fieldsOf(sent, form.fields));
        if ("done" in result) return await show(request, response, { form: form.name, done: result.done });
        for (const cookie of result.cookies) response.append("Set-Cookie", cookie);
        if (result.isStep)
          response.redirect(303, next === undefined ? result.to : `${result.to}?next=${encodeURIComponent(next)}`);
        else response.redirect(303, next ?? result.to);
      } catch (error) {
        const { status, message, retryAfter } = asAppError(error);
        if (status >= 500) throw error;
        if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
        const [email, link] = [sent.email, sent.link].map((value) => (isFieldText(value) ? value : undefined));
        response.status(status);
        await show(request, response, {
          form: form.name,
          next,
          given: { email, link },
          failure: { message, retryAfter },
        });
      }
    });
    path.all(onlyMethod("GET, HEAD, POST"));
  }
  router.use(sendFailure(log));
  return router;
}

const neverStored: RequestHandler = (_request, response, next) => {
  response.set("Cache-Control", "no-store").vary("Cookie");
  next();
};

const query = ({ originalUrl }: Request) => new URLSearchParams(originalUrl.split("?").slice(1).join("?"));

/** Throws AppError `bad_request` where a field is missing. */
function fieldsOf(sent: Record<string, unknown>, names: (keyof Fields)[]): Fields {
  const given = { email: "", password: "", link: "", code: "" };
  for (const name of names) {
    const value = sent[name];
    if (!isFieldText(value)) throw new AppError("bad_request", "Fill in every field");
    given[name] = value;
  }
  return given;
}

const maxPathLength = 2_000;

/** The text where it is a path of this service; undefined for anything that could lead to another site. */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== "string" || !text.startsWith("/") || text.length > maxPathLength) return undefined;
  const origin = "http://own.invalid";
  if (!URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  // "/.//other.example" is of this origin, and its normalised path is an address of another one
  return url.origin === origin && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : undefined;
}
