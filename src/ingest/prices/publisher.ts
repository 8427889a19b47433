// The prices publisher: requests the bars that trades need from the configured provider, one symbol at a time. New bars
// are requested with some days that are stored already: if those have changed, the provider adjusted them again, and
// the whole history is fetched.

import { addDays } from "../../calendar-date.ts";
import { UsageError } from "../../errors.ts";
import { recordListing } from "../../store/listings.ts";
import { OutboundError } from "../outbound/door.ts";
import type { Publisher, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";
import { type PriceSettings, providerOf } from "./configured-provider.ts";
import { readCsvPrices } from "./csv.ts";
import { joinsStored } from "./load.ts";
import { documentIdOf, type PriceProvider, type ProviderName, providerCsv } from "./provider.ts";
import { type WantedSymbol, wantedSymbols } from "./wanted.ts";

/** calendar days before the newest stored bar that are requested again: at least a week of trading */
const overlapDays = 14;
/** consecutive failures, each already retried by the outbound client, after which this sync stops requesting */
const maxFailures = 5;

export default function pricesPublisher(settings: PriceSettings): Publisher {
  return {
    source: "prices",
    async *list(context) {
      const configured = providerOf(settings);
      if (!configured) {
        context.progress.say("prices: no provider is configured (PRICE_PROVIDER); prices come from files only");
        return;
      }
      if (configured.name === "stooq" && settings.priceApiKey === undefined) throw new UsageError(stooqWithoutKey);
      yield* new FetchRound(configured.name, configured.provider, context).run();
    },
  };
}

const stooqWithoutKey =
  "Stooq answers nothing without a key since March 2026: set PRICE_API_KEY to a key of your own, or PRICE_PROVIDER to another provider";

type Fetched = { kind: "bars"; text: string } | { kind: "none" };

/** Thrown when the provider's daily limit is reached. */
class DailyLimit extends Error {}

class FetchRound {
  constructor(
    private readonly name: ProviderName,
    private readonly provider: PriceProvider,
    private readonly context: SyncContext,
  ) {}

  async *run(): AsyncGenerator<InputFile> {
    const { store, today } = this.context;
    if (await this.isUsedUp()) return;
    const { series } = providerCsv[this.name];
    const wanted = await wantedSymbols(store.pool, { provider: this.name, series, today });
    let failures = 0;
    for (const symbol of wanted) {
      try {
        yield* this.fetch(symbol);
        failures = 0;
      } catch (error) {
        if (error instanceof DailyLimit) return await this.record(this.name, "failed", error.message);
        if (!(error instanceof OutboundError)) throw error;
        await this.record(documentIdOf(this.name, symbol.symbol), "failed", error.message);
        failures += 1;
        if (error.reason === "publisher_stopped" || failures === maxFailures) return;
      }
    }
  }

  /** True if the limit was reached today. The limit is per day of the provider, which is assumed to be UTC. */
  private async isUsedUp(): Promise<boolean> {
    const { rows } = await this.context.store.pool.query(
      "SELECT 1 FROM listing_fetches WHERE source = 'prices' AND listing = $1 AND outcome = 'failed' AND covers_to = $2",
      [this.name, this.context.today],
    );
    return rows.length > 0;
  }

  private async *fetch({ symbol, lastOn }: WantedSymbol): AsyncGenerator<InputFile> {
    const documentId = documentIdOf(this.name, symbol);
    let fetched = await this.fetchFrom(symbol, lastOn && addDays(lastOn, -overlapDays));
    if (lastOn !== null && !(await this.joins(symbol, fetched))) fetched = await this.fetchFrom(symbol, null);
    if (fetched.kind === "none") return await this.recordNone(symbol, lastOn !== null);
    const bytes = Buffer.from(fetched.text);
    const { today } = this.context;
    yield { path: `${documentId}.csv`, name: `${symbol}.csv`, documentId, listedOn: today, read: async () => bytes };
    await this.record(documentId, "listed");
  }

  /**
   * Records that a symbol has no bars. It is recorded as a failure if the provider had bars of it before, or has not
   * returned bars of any symbol yet.
   */
  private async recordNone(symbol: string, hadBars: boolean): Promise<void> {
    const { series } = providerCsv[this.name];
    const { rowCount } = await this.context.store.pool.query("SELECT 1 FROM price_series WHERE provider = $1 LIMIT 1", [
      series,
    ]);
    const message = hadBars
      ? `${this.name} has no bars of ${symbol}, and had some before`
      : rowCount
        ? `${this.name} has no bars of ${symbol}`
        : `${this.name} has no bars of ${symbol}, nor of any other symbol so far`;
    await this.record(documentIdOf(this.name, symbol), hadBars || !rowCount ? "failed" : "empty", message);
  }

  private async fetchFrom(symbol: string, from: string | null): Promise<Fetched> {
    const { outbound, signal, today } = this.context;
    const { url, headers } = this.provider.request(symbol, from, today);
    // whole histories are requested rarely, and parts with a different URL each time: storing validators has no use
    const response = await outbound.request({ publisher: "prices", url, headers, signal, conditional: false });
    if (response.status !== 200) return { kind: "none" };
    const text = response.body.toString("utf8");
    const meaning = this.provider.meaning(text);
    if (meaning.kind === "limit") throw new DailyLimit(meaning.message);
    if (meaning.kind === "bad") throw new OutboundError("bad_answer", meaning.message);
    return meaning.kind === "bars" ? { kind: "bars", text } : meaning;
  }

  /** True if the fetched part continues the stored bars; false if it has no bars. */
  private async joins(symbol: string, fetched: Fetched): Promise<boolean> {
    if (fetched.kind === "none") return false;
    const { series: provider, close, dividends } = providerCsv[this.name];
    const file = { path: documentIdOf(this.name, symbol), symbolOfFile: symbol };
    const { symbols, adjusted } = readCsvPrices(fetched.text, file, { close, today: this.context.today });
    const bars = symbols[0]?.bars ?? [];
    if (bars.length === 0) return false;
    return await joinsStored(this.context.store, { symbol, provider, adjusted, dividends, bars });
  }

  private async record(listing: string, outcome: "listed" | "empty" | "failed", message?: string): Promise<void> {
    const { store, today } = this.context;
    await recordListing(
      store.pool,
      { source: "prices", listing, coversFrom: today, coversTo: today, outcome, final: false, message },
      [],
    );
  }
}
