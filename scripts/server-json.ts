// server.json: the entry of the MCP server in a registry (registry.modelcontextprotocol.io), as a package that npx
// starts over standard input and output, and as a server over HTTP at the operator's host.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { publisherSettings } from "../src/config/publisher-settings.ts";
import { packageRoot } from "../src/lib/package-root.ts";

/** The version of the format. */
const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

export async function printServerJson(): Promise<string> {
  const { name, version, mcpName } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  const { DISCLOSED_URL, DISCLOSED_API_KEY } = publisherSettings;
  const entry = {
    $schema: schema,
    name: mcpName,
    title: "Disclosed",
    description: "Trades of insiders (SEC Forms 3, 4, 5) and of members of Congress, with returns and signals",
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          { name: "DISCLOSED_URL", description: DISCLOSED_URL.meaning, isRequired: true },
          { name: "DISCLOSED_API_KEY", description: DISCLOSED_API_KEY.meaning, isRequired: true, isSecret: true },
        ],
      },
    ],
    remotes: [
      {
        type: "streamable-http",
        url: "https://{host}/mcp",
        variables: { host: { description: "host name of the service's MCP server", isRequired: true } },
        headers: [
          {
            name: "Authorization",
            description: "the account's own key",
            value: "Bearer {key}",
            variables: { key: { description: "an API key, disc_live_...", isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  };
  return `${JSON.stringify(entry, null, 2)}\n`;
}
