// The limit of what Node can do: its HTTP server alone, sending fixed bodies.
import { createServer } from "node:http";
import { fixedBodies, report } from "./started.ts";

const bodies = fixedBodies();
const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? "");
  if (!body) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length });
  response.end(body);
});
report(server);
