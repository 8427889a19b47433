// The benchmark that returns are compared with.

/** SPDR S&P 500 ETF Trust */
export const benchmarkSymbol = "SPY";
