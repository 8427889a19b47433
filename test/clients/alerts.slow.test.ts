// The receivers and the script of docs/guides/alerts.md, exactly as printed: receivers get messages that the service
// signs, and write to doubles of three chat services, which accept what those services' documentation allows and refuse
// the rest.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { newSecret, signedHeaders } from "../../src/events/event-message.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { endAll, type Running, run } from "../start/processes.ts";
import { freePort } from "../support/free-port.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";

const guide = readFileSync(join(packageRoot, "docs/guides/alerts.md"), "utf8");
const blocks = [...guide.matchAll(/^```(ts|python|sh)\n((?:\/\/|#) (.*)\n[^`]*?(?:`[^`\n]*`[^`]*?)*)^```/gm)].map(
  ([, language = "", code = "", name = ""]) => ({ language, code, name }),
);
const codeOf = (language: string, name: string): string => {
  const found = blocks.filter((block) => block.language === language && block.name.endsWith(name));
  if (found.length !== 1) throw new Error(`the guide has ${found.length} blocks of ${language} named ${name}`);
  return found[0]?.code ?? "";
};

const folder = mkdtempSync(join(tmpdir(), "disclosed-alerts-"));
const secret = newSecret();
afterEach(() => endAll());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = {
  id: 5021873920512,
  insider_name: "Doe & Sons <Jane>",
  trade_type: "P - Purchase",
  shares: "1500",
  company_name: "Invented Mining, Inc.",
  ticker: "INVM",
};
const text = "Doe & Sons <Jane>, P - Purchase: 1500 shares of Invented Mining, Inc. (INVM)";

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let body = "";
  for await (const part of request) body += part;
  return JSON.parse(body);
}

interface Double {
  server: Server;
  texts: string[];
  /** how many of the next requests are refused with 503 */
  refusals: number;
}

/** What a service accepts: the path, the text in the body, its maximum length; and its response. */
const services = {
  Discord: {
    path: "/api/webhooks/11/token",
    textIn: ({ content }: Record<string, unknown>) => content,
    maxLength: 2_000,
    response: [204, ""],
  },
  Slack: {
    path: "/services/T1/B1/token",
    textIn: ({ text }: Record<string, unknown>) => text,
    maxLength: 40_000,
    response: [200, "ok"],
  },
  Telegram: {
    path: "/bot11:token/sendMessage",
    textIn: ({ chat_id, text }: Record<string, unknown>) => (chat_id === "42" ? text : undefined),
    maxLength: 4_096,
    response: [200, '{"ok":true,"result":{"message_id":1}}'],
  },
} as const;
type ServiceName = keyof typeof services;

async function startDouble(name: ServiceName): Promise<Double> {
  const { path, textIn, maxLength, response } = services[name];
  const double: Double = { server: createServer(), texts: [], refusals: 0 };
  double.server.on("request", async (request: IncomingMessage, reply) => {
    const isJson = request.headers["content-type"] === "application/json";
    const received = textIn(await bodyOf(request));
    if (double.refusals > 0) {
      double.refusals -= 1;
      return reply.writeHead(503).end();
    }
    const isAccepted = isJson && request.url === path && typeof received === "string" && received.length <= maxLength;
    if (!isAccepted || received === "") return reply.writeHead(400).end();
    double.texts.push(received);
    reply.writeHead(response[0]).end(response[1]);
  });
  await new Promise<void>((done) => double.server.listen(0, "127.0.0.1", done));
  return double;
}

async function startReceiver(language: "ts" | "python", name: ServiceName, double: Double): Promise<string> {
  const cwd = mkdtempSync(join(folder, "receiver-"));
  const port = String(await freePort());
  const env = {
    PATH: process.env.PATH,
    PORT: port,
    WEBHOOK_SECRET: secret,
    CHAT_ID: "42",
    SEND_URL: `http://127.0.0.1:${(double.server.address() as AddressInfo).port}${services[name].path}`,
    PYTHONPATH: `${join(packageRoot, "clients/python")}:${cwd}`,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const extension = language === "ts" ? "ts" : "py";
  const client = JSON.stringify(join(packageRoot, "clients/typescript/src/index.ts"));
  writeFileSync(
    join(cwd, `receiver.${extension}`),
    codeOf(language, `receiver.${extension}`).replace('"disclosed-client"', client),
  );
  writeFileSync(join(cwd, `send.${extension}`), codeOf(language, `send.${extension} for ${name}`));
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(join(packageRoot, "node_modules/tsx"), join(cwd, "node_modules/tsx"));
  const [program, args] =
    language === "ts" ? [process.execPath, ["--import", "tsx", "receiver.ts"]] : ["python3", ["receiver.py"]];
  const receiver: Running = run(program as string, args as string[], { cwd, env });
  await until(async () => {
    if (receiver.child.exitCode !== null) throw new Error(receiver.output());
    return await listens(Number(port));
  });
  return `http://127.0.0.1:${port}/hook`;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket.end() !== undefined));
    socket.once("error", () => resolve(false));
  });

const eventOf = (id: string, data: object = row, type = "trade.created") => ({
  id,
  type,
  data_version: "412",
  occurred_at: "2026-03-02T21:14:09.000Z",
  data,
});

async function deliver(url: string, events: object[], signedBy = secret): Promise<number> {
  const body = JSON.stringify(events.length === 1 ? events[0] : events);
  const headers = signedHeaders({ id: "msg_1", body }, new Date(), [signedBy]);
  return (await fetch(url, { method: "POST", body, headers })).status;
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: no python3 on the PATH, so its receivers do not run");
const languages = (["ts", "python"] as const).filter((language) => language === "ts" || hasPython);
const cases = languages.flatMap((language) =>
  (Object.keys(services) as ServiceName[]).map((name) => [language, name] as const),
);

it.each(cases)("the receiver in %s writes each event to %s once, and retries what failed", async (language, name) => {
  const double = await startDouble(name);
  const url = await startReceiver(language, name, double);
  const written = name === "Slack" ? text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") : text;
  expect(await deliver(url, [eventOf("evt_1_1_created")])).toBe(204);
  expect(double.texts).toEqual([written]);
  // the same message again, as after a lost response
  expect(await deliver(url, [eventOf("evt_1_1_created")])).toBe(204);
  expect(double.texts).toHaveLength(1);
  expect(await deliver(url, [eventOf("evt_1_2_created")], newSecret())).toBe(401);
  double.refusals = 1;
  expect(
    await deliver(url, [eventOf("evt_1_2_created"), eventOf("evt_1_3_withdrawn", { id: 1 }, "trade.withdrawn")]),
  ).toBe(500);
  expect(
    await deliver(url, [eventOf("evt_1_2_created"), eventOf("evt_1_3_withdrawn", { id: 1 }, "trade.withdrawn")]),
  ).toBe(204);
  expect(double.texts).toEqual([written, written, "trade.withdrawn"]);
  const long = { ...row, insider_name: "x".repeat(3_000) };
  expect(await deliver(url, [eventOf("evt_1_4_created", long)])).toBe(204);
  expect(double.texts).toHaveLength(4);
  double.server.close();
});

let service: Service;
beforeAll(async () => {
  service = await startSeededService();
});
afterAll(() => service.stop());

const hasTools = spawnSync("sh", ["-c", "curl --version && jq --version"]).status === 0;

it.skipIf(!hasTools)("the script prints each purchase once, and stores the time of its next run", async () => {
  const cwd = mkdtempSync(join(folder, "script-"));
  writeFileSync(join(cwd, "new-purchases.sh"), codeOf("sh", "new-purchases.sh"));
  const { key } = await service.newKey("max");
  const env = { PATH: process.env.PATH, DISCLOSED_URL: new URL(service.base).origin, DISCLOSED_API_KEY: key };
  const runOnce = async (): Promise<string[]> => {
    const script = run("sh", ["new-purchases.sh"], { cwd, env });
    expect([await script.ended(), script.output()]).toEqual([0, expect.any(String)]);
    return script.output().split("\n").filter(Boolean);
  };
  const { body } = await service.get("/api/v1/trades?tradeTypes=P&pageSize=1&updatedSince=2024-01-01T00:00:00Z", key);
  const lines = await runOnce();
  expect(lines).toHaveLength(body.pagination.total);
  expect(lines[0]).toMatch(/ bought \d+(\.\d+)? shares of /);
  expect(readFileSync(join(cwd, "since.txt"), "utf8")).toMatch(/^2\d{3}-.*Z\n$/);
  expect(await runOnce()).toEqual([]);
});
