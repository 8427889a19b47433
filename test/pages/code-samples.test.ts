// Samples are executed as people would paste them, if their language is installed; all must contain the address and the key.
import { execFile, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeSample, type SampleLanguage, sampleLanguages } from "../../src/pages/code-samples.ts";

const run = promisify(execFile);
const key = "disc_live_0000000000000000000000000000000000000000000abcdef";

let server: Server;
let url: string;
let received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.url} ${request.headers.authorization}`);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: [{ ticker: "INVL" }], requestId: "1" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/trades?tradeTypes=P&pageSize=5`;
});
afterAll(() => void server.close());

const runners: Partial<Record<SampleLanguage, { program: string; args: string[]; probe?: string[] }>> = {
  shell: { program: "bash", args: ["-c"] },
  typescript: { program: process.execPath, args: ["--input-type=module", "-e"] },
  python: { program: "python3", args: ["-c"] },
  r: { program: "Rscript", args: ["-e"], probe: ["-e", "library(httr2)"] },
};

describe.each(Object.entries(runners))("%s", (name, { program, args, probe = ["--version"] }) => {
  const present = spawnSync(program, probe).status === 0;
  if (!present) process.stderr.write(`SKIPPED, the ${name} sample: ${program} ${probe.join(" ")} fails.\n`);

  test.skipIf(!present).each([
    ["with the key in it", key],
    ["with the key in the environment", undefined],
  ])("a sample %s sends the request and prints its response", async (_, keyInSample) => {
    received = [];
    const sample = codeSample(name as SampleLanguage, { url, key: keyInSample });
    const { stdout } = await run(program, [...args, sample], { env: { ...process.env, DISCLOSED_API_KEY: key } });
    expect(stdout).toContain("INVL");
    expect(received).toEqual([`/api/v1/trades?tradeTypes=P&pageSize=5 Bearer ${key}`]);
  });
});

test.each(Object.keys(sampleLanguages) as SampleLanguage[])(
  "a sample in %s contains the address, and the key or the variable for it",
  (language) => {
    const withKey = codeSample(language, { url, key });
    expect(withKey).toContain(url);
    expect(withKey).toContain(key);
    const without = codeSample(language, { url });
    expect(without).toContain("DISCLOSED_API_KEY");
    expect(without).not.toContain("disc_live");
  },
);
