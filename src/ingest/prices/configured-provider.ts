// The provider of daily bars in the settings.
import type { PublisherSettings } from "../publisher.ts";
import type { PriceProvider, ProviderName } from "./provider.ts";
import { stooq } from "./stooq.ts";
import { tiingo } from "./tiingo.ts";

/** The configured provider; null if prices come only from files. */
export function providerOf(settings: PriceSettings): { name: ProviderName; provider: PriceProvider } | null {
  const { priceProvider: name, priceApiKey: key } = settings;
  if (name === "stooq") return { name, provider: stooq(settings.stooqUrl, key) };
  if (name === "tiingo") return { name, provider: tiingo(settings.tiingoUrl, key) };
  return null;
}

export type PriceSettings = Pick<PublisherSettings, "priceProvider" | "priceApiKey" | "stooqUrl" | "tiingoUrl">;
