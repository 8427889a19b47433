// Loaded before the service: sends every statement SLOW_START_MS milliseconds late, except those of the migrations and of
// /readyz, which would end a start or make it unready.
import pg from "pg";

const ms = Number(process.env.SLOW_START_MS);
const send = pg.Client.prototype.query;

pg.Client.prototype.query = function query(...given) {
  const text = given[0]?.text ?? given[0];
  if (typeof text !== "string" || /_prisma_migrations/.test(text)) return send.apply(this, given);
  if (typeof given[0]?.submit === "function") {
    // a COPY: its caller writes to what is returned, so only what is sent to the server waits
    const { submit } = given[0];
    given[0].submit = function later(...to) {
      setTimeout(() => submit.apply(this, to), ms);
    };
    return send.apply(this, given);
  }
  if (typeof given.at(-1) === "function") {
    setTimeout(() => send.apply(this, given), ms);
    return undefined;
  }
  return new Promise((resolve) => setTimeout(resolve, ms)).then(() => send.apply(this, given));
};
