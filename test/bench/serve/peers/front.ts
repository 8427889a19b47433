// The service's own front (src/fast/front) alone: fixed bodies with the headers of the service, and neither keys nor quotas.
import { Router } from "express";
import { ownHeaderLines } from "../../../../src/http/requests.ts";
import { createHttpServer } from "../../../../src/http/server.ts";
import { fixedBodies, fixedHeaders, report } from "./started.ts";

const bodies = fixedBodies();
const own = new Set([...ownHeaderLines("").matchAll(/^([\w-]+):/gm)].map(([, name = ""]) => name.toLowerCase()));
const lines = Object.entries(fixedHeaders())
  .filter(([name]) => !own.has(name.toLowerCase()))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");
const http = createHttpServer({
  facade: Router(),
  fastPath: {
    callerIn: (authorization) => authorization,
    respond({ url }) {
      const body = bodies.get(url);
      if (!body) return undefined;
      const headers = `${lines}Content-Length: ${body.length}\r\n`;
      return Promise.resolve({
        status: 200,
        response: { status: 200, headers, body: [body] },
        logged: { route: "/ready", accountId: "one" },
      });
    },
  },
  graphql: (_request, response) => void response.status(404).end(),
  readiness: async () => ({ problems: [], lacking: [] }),
  pages: {},
  log: { info: () => {}, error: () => {} },
  onRequestEnd: () => {},
  limitsWithoutKey: () => ({}),
  trustProxy: [],
  shutdownGraceMs: 0,
});
await http.listen(0, "127.0.0.1");
report(http.server);
