// `verify` of the clients, with messages that the service signs: valid ones return their events, all others are
// refused.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SignatureError, verify } from "../../clients/typescript/src/index.ts";
import { newSecret, signedHeaders } from "../../src/events/event-message.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { pythonWith } from "./examples.ts";

const secret = newSecret();
const at = new Date("2026-03-02T21:14:09Z");
const event = {
  id: "evt_412_90871_created",
  type: "trade.created",
  data_version: "412",
  occurred_at: "2026-03-02T21:14:09.000Z",
  data: { id: 5021873920512, insider_name: "Zoë Müller" },
};
const body = JSON.stringify(event);
const headers = signedHeaders({ id: "msg_1", body }, at, [secret]);
const both = signedHeaders({ id: "msg_1", body }, at, [newSecret(), secret]);
const many = JSON.stringify([event, event]);

interface Message {
  body: string;
  headers: Record<string, string>;
  secret: string;
  /** seconds after the time of signing */
  later?: number;
}

const valid: [name: string, message: Message, events: unknown[]][] = [
  ["one event", { body, headers, secret }, [event]],
  [
    "several events",
    { body: many, headers: signedHeaders({ id: "msg_1", body: many }, at, [secret]), secret },
    [event, event],
  ],
  ["one of two signatures, while a secret is replaced", { body, headers: both, secret }, [event]],
  ["a message of four minutes ago", { body, headers, secret, later: 240 }, [event]],
];
const invalid: [name: string, message: Message][] = [
  ["another body", { body: body.replace("Zoë", "Zoe"), headers, secret }],
  ["another secret", { body, headers, secret: newSecret() }],
  ["another id", { body, headers: { ...headers, "webhook-id": "msg_2" }, secret }],
  ["another time", { body, headers: { ...headers, "webhook-timestamp": String(at.getTime() / 1000 + 1) }, secret }],
  ["a time that is no number", { body, headers: { ...headers, "webhook-timestamp": "soon" }, secret }],
  ["a message of six minutes ago", { body, headers, secret, later: 360 }],
  ["a message of the future", { body, headers, secret, later: -360 }],
  ["no signature", { body, headers: { ...headers, "webhook-signature": "" }, secret }],
  ["a signature that is not ASCII", { body, headers: { ...headers, "webhook-signature": "v1,é" }, secret }],
  ["a signature that is no base64", { body, headers: { ...headers, "webhook-signature": "v1,*** v1" }, secret }],
  [
    "a signature of another version",
    {
      body,
      headers: { ...headers, "webhook-signature": (headers["webhook-signature"] ?? "").replace("v1,", "v2,") },
      secret,
    },
  ],
];

describe("TypeScript", () => {
  const read = ({ later = 0, ...message }: Message) =>
    verify(message.body, message.headers, message.secret, { now: at.getTime() + later * 1000 });

  it.each(valid)("verifies %s", async (_name, message, events) => {
    expect(await read(message)).toEqual(events);
    const bytes = new TextEncoder().encode(message.body);
    const now = at.getTime() + (message.later ?? 0) * 1000;
    expect(await verify(bytes, new Headers(message.headers), message.secret, { now })).toEqual(events);
  });

  it.each(invalid)("refuses %s", async (_name, message) => {
    await expect(read(message)).rejects.toThrow(SignatureError);
  });

  it("reports how a secret must begin", async () => {
    await expect(read({ body, headers, secret: "disc_live_x" })).rejects.toThrow(/must begin with whsec_/);
  });
});

const python = pythonWith("Python 3.9 or newer");

describe.skipIf(!python)("Python", () => {
  it("verifies and refuses the same messages", () => {
    const messages = [...valid, ...invalid].map(([, message]) => message);
    const program = `import json, sys
from disclosed import SignatureError, verify
results = []
for message in json.load(sys.stdin):
    try:
        results.append(verify(message["body"].encode(), message["headers"], message["secret"], now=${at.getTime() / 1000} + message.get("later", 0)))
    except SignatureError:
        results.append(None)
print(json.dumps(results))`;
    const printed = execFileSync(python ?? "", ["-c", program], {
      input: JSON.stringify(messages),
      encoding: "utf8",
      env: { PATH: process.env.PATH, PYTHONPATH: join(packageRoot, "clients/python"), PYTHONDONTWRITEBYTECODE: "1" },
    });
    expect(JSON.parse(printed)).toEqual([...valid.map(([, , events]) => events), ...invalid.map(() => null)]);
  });
});
