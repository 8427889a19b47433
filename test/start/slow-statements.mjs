// Loaded before the service: sends every statement SLOW_START_MS milliseconds late, except that of /readyz.
import pg from "pg";

const ms = Number(process.env.SLOW_START_MS);
const send = pg.Client.prototype.query;

pg.Client.prototype.query = function query(...given) {
  const text = given[0]?.text ?? given[0];
  if (typeof text !== "string" || text.includes("_prisma_migrations")) return send.apply(this, given);
  if (typeof given.at(-1) === "function") {
    setTimeout(() => send.apply(this, given), ms);
    return undefined;
  }
  return new Promise((resolve) => setTimeout(resolve, ms)).then(() => send.apply(this, given));
};
