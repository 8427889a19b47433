// A mail server: it stores each mail as a mailbox shows it, and refuses mail on request.
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

interface Received extends ParsedMail {
  /** the whole mail as it was sent */
  raw: string;
  /** addresses of the envelope */
  recipients: string[];
}

export interface Inbox {
  /** for SMTP_URL */
  url: string;
  received: Received[];
  /** the number of connections since the start */
  connections(): number;
  /** the next mails are refused with these codes, one each */
  refuseNext(...codes: number[]): void;
  close(): Promise<void>;
}

export async function startInbox(): Promise<Inbox> {
  const received: Received[] = [];
  const refusals: number[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect(_session, callback) {
      connections++;
      callback();
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", async () => {
        const code = refusals.shift();
        if (code !== undefined) return callback(Object.assign(new Error("not now"), { responseCode: code }));
        const raw = Buffer.concat(parts).toString();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ ...(await simpleParser(raw)), raw, recipients });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    refuseNext: (...codes) => void refusals.push(...codes),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The addresses in a text, in order. */
export const linksIn = (text: string | undefined): string[] => text?.match(/https?:\/\/[^\s<>"]+/g) ?? [];
