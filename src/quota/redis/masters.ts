// The Redis servers that count: a single server, or the masters of a cluster that together hold all slots.
import { randomUUID } from "node:crypto";
import { Cluster, type Redis } from "ioredis";
import { z } from "zod";
import type { RedisClient } from "./connect.ts";

const slotCount = 16_384;
/** CLUSTER SLOTS: first and last slot, then the master (host, port, ...) and its replicas */
const slotRanges = z.array(
  z.tuple([z.number(), z.number(), z.tuple([z.string().nullable(), z.number()]).rest(z.unknown())]).rest(z.unknown()),
);

/**
 * The servers that count, after each has just responded, with their run ids (`host:port=id`, a single server `=id`).
 * The same text as before means that none of them was restarted or replaced. Rejects when one does not respond, and
 * when a cluster has slots that no server holds: ioredis forgets a dead server, and the remaining ones would look like
 * the whole cluster.
 */
export async function answeringMasters(client: RedisClient): Promise<string> {
  if (!(client instanceof Cluster)) return await runOf(client);
  const connected = new Map(client.nodes("master").map((node) => [nameOf(node), node]));
  const [anyone] = connected.values();
  if (!anyone) throw new Error("no server of the cluster is known");
  const ranges = slotRanges.parse(await anyone.cluster("SLOTS"));
  const held = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (held < slotCount) throw new Error(`${slotCount - held} slots of the cluster have no master`);
  const names = [...new Set(ranges.map(([, , [host, port]]) => `${host || anyone.options.host}:${port}`))].sort();
  const runs = names.map(async (name) => {
    const node = connected.get(name);
    if (!node) throw new Error(`${name} of the cluster is not connected`);
    return `${name}${await runOf(node)}`;
  });
  return (await Promise.all(runs)).join(" ");
}

/** The run id of a server. Random where the server does not state it, because it may then have been restarted. */
async function runOf(server: Redis): Promise<string> {
  const [, id] = /^run_id:(\w+)/m.exec(await server.info("server")) ?? [];
  return `=${id ?? `unknown-${randomUUID()}`}`;
}

const nameOf = ({ options: { host, port } }: Redis) => `${host}:${port}`;
