// `disclosed mcp`: the API as tools for language models (Model Context Protocol), over standard input and output or
// over HTTP. Only this command loads the protocol's library, so that the others start without it.
import type { Command } from "commander";
import { loadRoutes } from "../../rest/all-routes.ts";
import { type Config, isBegunByNpm, loadConfig } from "../config/config.ts";
import { ConfigError } from "../config/start-errors.ts";
import { UsageError } from "../errors.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { trimEndOf } from "../lib/text.ts";
import type { Catalog } from "../mcp/server.ts";
import { stopSignal } from "../start/lifecycle.ts";
import { findPosition } from "../start/service-address.ts";
import { hasCluster } from "../store/embedded/location.ts";
import { say } from "./output.ts";
import { CommandError, noStore } from "./with-store.ts";

interface McpOptions {
  http?: boolean;
  host: string;
  port: number;
  allowHost?: string[];
  allowOrigin?: string[];
}

export function defineMcp(command: Command): void {
  command
    .option("--http", "over streamable HTTP at /mcp; callers send their own key as Authorization: Bearer")
    .option("--port <port>", "with --http: the port; 0 picks a free one", portNumber, 3001)
    .option("--host <address>", "with --http: the address to listen on", "127.0.0.1")
    .option(
      "--allow-host <names...>",
      "with --http: host names of the server, e.g. mcp.example.com",
      (text, before: string[] = []) => [...before, text.toLowerCase()],
    )
    .option(
      "--allow-origin <origins...>",
      "with --http: other origins that may call it, e.g. https://app.example.com",
      (text, before: string[] = []) => [...before, originText(text)],
    )
    .action(async (options: McpOptions) => {
      const config = loadConfig();
      const url = config.url ?? (await serviceOfHome(config));
      const service = { url: trimEndOf(url, "/"), version: command.parent?.version() ?? "" };
      await (options.http ? overHttp(options, service) : overStdio(config.apiKey, service));
    });
}

/**
 * The URL of the service that runs in this home, else the default URL. Throws CommandError for a folder without a home.
 */
async function serviceOfHome({ home, databaseUrl }: Config): Promise<string> {
  const { publicUrl } = await findPosition(home);
  if (publicUrl === undefined && databaseUrl === undefined && !(await hasCluster(home)))
    throw new CommandError(`${noStore(home)}, or set DISCLOSED_URL to the service's address`);
  return publicUrl ?? "http://127.0.0.1:3000";
}

interface Service {
  url: string;
  version: string;
}

/** Serves until standard input ends or a signal arrives. Standard output is reserved for messages. */
async function overStdio(key: string | undefined, { url, version }: Service): Promise<void> {
  if (!key) throw new ConfigError("DISCLOSED_API_KEY is not set: the tools call the API with your own key");
  const { createMcpServer } = await import("../mcp/server.ts");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = createMcpServer(await readCatalog(version), { url, headers: { Authorization: `Bearer ${key}` } });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, stopSignal(isBegunByNpm()).requested]);
  await server.close();
}

/** The tools, with the allowed words of their arguments. */
async function readCatalog(version: string): Promise<Catalog> {
  const { catalogOf } = await import("../mcp/server.ts");
  return catalogOf(await loadRoutes(), await readVocabulary(), version);
}

async function overHttp({ host, port, allowHost, allowOrigin }: McpOptions, { url, version }: Service): Promise<void> {
  const { serveMcp } = await import("../mcp/http.ts");
  const where = { host, port, allowedHosts: allowHost, allowedOrigins: allowOrigin };
  const serving = await serveMcp(await readCatalog(version), { ...where, url });
  say(`MCP at ${serving.url}, calling ${url}. Callers send their own key. Press Ctrl-C to stop.`);
  const stop = stopSignal(isBegunByNpm());
  await stop.requested;
  stop.again(() => process.exit(143));
  await serving.close();
}

/** Programs with embedded pages use schemes of their own, such as `vscode-webview://...`. */
function originText(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`--allow-origin must be an origin such as https://app.example.com, not ${JSON.stringify(text)}`);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
}
