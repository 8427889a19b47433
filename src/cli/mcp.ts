// `disclosed mcp`: the API as tools for language models (Model Context Protocol), over standard input and output or over HTTP. The
// protocol's library is loaded only then: no other command has to wait for it.
import type { Command } from "commander";
import { loadRoutes } from "../../rest/routes-folder.ts";
import { ConfigError, isBegunByNpm, loadConfig } from "../config.ts";
import { UsageError } from "../errors.ts";
import { findPlace } from "../start/service-place.ts";
import { stopSignal } from "../start/stop-signal.ts";
import { say } from "./output.ts";

interface McpOptions {
  http?: boolean;
  host: string;
  port: number;
  allowHost?: string[];
}

export function registerMcp(program: Command): void {
  program
    .command("mcp")
    .description(
      "serve the API as MCP tools: over standard input and output with the key of DISCLOSED_API_KEY, or --http",
    )
    .option("--http", "over streamable HTTP at /mcp; callers send their own key as Authorization: Bearer")
    .option("--port <port>", "with --http: the port; 0 takes a free one", portNumber, 3001)
    .option("--host <address>", "with --http: the address to listen on", "127.0.0.1")
    .option("--allow-host <names...>", "with --http: names under which it is reached, e.g. mcp.example.com")
    .action(async (options: McpOptions) => {
      const config = loadConfig();
      const url = config.url ?? (await findPlace(config.home)).publicUrl ?? "http://127.0.0.1:3000";
      const service = { url: url.replace(/\/+$/, ""), version: program.version() ?? "" };
      await (options.http ? overHttp(options, service) : overStdio(config.apiKey, service));
    });
}

interface Service {
  url: string;
  version: string;
}

/** Serves until standard input ends or a signal comes. Nothing but messages goes to standard output. */
async function overStdio(key: string | undefined, { url, version }: Service): Promise<void> {
  if (!key) throw new ConfigError("DISCLOSED_API_KEY is not set: the tools ask the API with your own key");
  const { createMcpServer } = await import("../mcp/server.ts");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = createMcpServer(await loadRoutes(), { url, headers: { Authorization: `Bearer ${key}` } }, version);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, stopSignal(isBegunByNpm()).asked]);
  await server.close();
}

async function overHttp({ host, port, allowHost }: McpOptions, service: Service): Promise<void> {
  const { serveMcp } = await import("../mcp/http.ts");
  const serving = await serveMcp(await loadRoutes(), { host, port, allowedHosts: allowHost, ...service });
  say(`MCP at ${serving.url}, asking ${service.url}. Callers send their own key. Ctrl-C ends it.`);
  const stop = stopSignal(isBegunByNpm());
  await stop.asked;
  stop.again(() => process.exit(143));
  await serving.close();
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port is a number from 0 to 65535, not ${JSON.stringify(text)}`);
}
