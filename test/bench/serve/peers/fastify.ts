// Fastify with its defaults, sending fixed bodies with the headers of the service.
import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { loadLibrary } from "../../libraries.ts";
import { fixedBodies, fixedHeaders, report } from "./started.ts";

interface Reply {
  code(status: number): Reply;
  headers(values: Record<string, string>): Reply;
  header(name: string, value: string): Reply;
  send(body?: Buffer): Reply;
}

interface Fastify {
  server: Server;
  get(path: string, handler: (request: { url: string }, reply: Reply) => Reply): void;
  listen(options: { port: number; host: string }): Promise<string>;
}

const bodies = fixedBodies();
const headers = fixedHeaders();
const app = loadLibrary<() => Fastify>("fastify")();
app.get("/api/v1/*", (request, reply) => {
  const body = bodies.get(request.url);
  if (!body) return reply.code(404).send();
  return reply.headers(headers).header("X-Request-Id", randomUUID()).send(body);
});
await app.listen({ port: 0, host: "127.0.0.1" });
report(app.server);
