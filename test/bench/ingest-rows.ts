// A process of its own that generates rows of the corpus with the real code of a bulk load and writes them to disk. Started
// by ingest.ts with: folder, seed, first filing, number of trades. Sends the counts to its parent.
import { FilingSpool } from "../../src/ingest/form345/load/spool.ts";
import { filingAt, randomOf } from "./ingest-corpus.ts";

const [folder = "", seed = "1", first = "0", requested = "0"] = process.argv.slice(2);
const random = randomOf(Number(seed) + Number(first));
const spool = new FilingSpool(folder);
let trades = 0;
for (let index = Number(first); trades < Number(requested); index++) {
  const filing = filingAt(index, random);
  const room = Number(requested) - trades;
  if (filing.transactions.length > room) filing.transactions.length = room;
  trades += filing.transactions.length;
  spool.add({ filing, loadedFrom: "data_set" });
}
const { industries, ...spooled } = spool.finish();
const { user, system } = process.cpuUsage();
process.send?.({
  ...spooled,
  industries: [...industries],
  cpuSeconds: (user + system) / 1e6,
  maxRss: process.resourceUsage().maxRSS * 1024,
});
