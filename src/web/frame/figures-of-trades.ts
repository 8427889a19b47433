// Money and returns as pages of trades write them; what is unknown is a dash, never 0.

const unknown = "–";
const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumSignificantDigits: 3,
});
const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 2 });

type Figure = string | number | null | undefined;

const written = (value: Figure, write: (value: number) => string) =>
  value === null || value === undefined ? unknown : write(Number(value));

/** `$1.2M`, for tables and charts. */
export const money = (value: Figure): string => written(value, (amount) => compact.format(amount));

/** `$1,234,567.89`, for what is read one by one. */
export const exactMoney = (value: Figure): string => written(value, (amount) => exact.format(amount));

/** `+3.2`, signed, in percent: the head says so. */
export const signedPercent = (value: Figure): string =>
  written(value, (rate) => `${rate > 0 ? "+" : ""}${rate.toFixed(1)}`);

/** `61`, of a rate in percent. */
export const wholePercent = (value: Figure): string => written(value, (rate) => rate.toFixed(0));
