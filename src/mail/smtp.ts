// The mail server: one connection for each mail, with time limits. The library is loaded when the first server is opened.
import type { Posted } from "../events/event-message.ts";
import { reasonOf } from "../lib/reason.ts";
import { storableText } from "../lib/text.ts";
import type { Rendered } from "./letter.ts";

interface Mail extends Rendered {
  to: string;
  /** the same in every attempt, so that a reader's program shows a mail that came twice once */
  id: string;
  headers?: Record<string, string>;
}

export interface SmtpServer {
  /** Never rejects, unless `signal` is aborted: then with its reason. */
  send(mail: Mail, signal: AbortSignal): Promise<Posted>;
  /** Connects, and signs in where the address has a user. Rejects with the reason. */
  verify(): Promise<void>;
}

export interface SmtpSettings {
  /** smtp:// or smtps://, with user and password where the server needs them */
  smtpUrl: string;
  /** `Name <address>` or an address */
  from: string;
}

/** milliseconds: for a connection and for each reply, and for a whole mail */
const limits = { reply: 10_000, mail: 20_000 };
const maxResponse = 4096;

export async function openSmtp({ smtpUrl, from }: SmtpSettings): Promise<SmtpServer> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: limits.reply,
      greetingTimeout: limits.reply,
      socketTimeout: limits.reply,
      // a text names neither files nor addresses to read
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "");
  return {
    async send({ to, id, headers, ...letter }, signal) {
      const started = performance.now();
      const late = AbortSignal.timeout(limits.mail);
      const durationMs = () => Math.round(performance.now() - started);
      try {
        signal.throwIfAborted();
        const { response } = await transport.sendMail({
          ...letter,
          to: { name: "", address: to },
          messageId: `<${id}@${domain}>`,
          // programs that answer mail by themselves leave it alone (RFC 3834)
          headers: { "Auto-Submitted": "auto-generated", ...headers },
          signal: AbortSignal.any([signal, late]),
        });
        const text = storableText(String(response)).slice(0, maxResponse);
        return { status: codeIn(text), error: null, response: text, durationMs: durationMs(), retryAfterMs: null };
      } catch (failure) {
        signal.throwIfAborted();
        const reason = late.aborted ? `the mail server took more than ${limits.mail / 1000} s` : reasonOf(failure);
        const { responseCode } = failure as { responseCode?: unknown };
        return {
          status: typeof responseCode === "number" ? responseCode : null,
          error: storableText(reason).slice(0, 500),
          response: null,
          durationMs: durationMs(),
          retryAfterMs: null,
        };
      }
    },
    async verify() {
      await transport.verify();
    },
  };
}

const codeIn = (text: string): number | null => Number(/^\d{3}(?=[ -])/.exec(text)?.[0] ?? Number.NaN) || null;
