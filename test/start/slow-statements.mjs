// Loaded before the service: delays every statement by SLOW_START_MS milliseconds, except those of the migrations,
// whose delay would end a start.
import pg from "pg";

const ms = Number(process.env.SLOW_START_MS);
const send = pg.Client.prototype.query;

pg.Client.prototype.query = function query(...args) {
  const text = args[0]?.text ?? args[0];
  if (typeof text !== "string" || /_prisma_migrations/.test(text)) return send.apply(this, args);
  if (typeof args[0]?.submit === "function") {
    // a COPY: its caller writes to the returned stream immediately, so only the statement is delayed
    const { submit } = args[0];
    args[0].submit = function later(...to) {
      setTimeout(() => submit.apply(this, to), ms);
    };
    return send.apply(this, args);
  }
  if (typeof args.at(-1) === "function") {
    setTimeout(() => send.apply(this, args), ms);
    return undefined;
  }
  return new Promise((resolve) => setTimeout(resolve, ms)).then(() => send.apply(this, args));
};
