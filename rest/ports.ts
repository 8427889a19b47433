// What the server and the facade hand each other beside the ports of src/ports/.

/** The names that parameters are checked against. */
export interface Vocabulary {
  sectors: string[];
  /** other vendors' common names for sectors, each with the sectors that it selects */
  sectorAliases: { alias: string; sectors: string[] }[];
  industries: string[];
  transactionCodes: { code: string; label: string; meaning: string }[];
}

/** Data that the server sets in `response.locals` before the facade gets the request, and that the facade adds. */
export interface Exchange {
  requestId: string;
  /** the caller's address, normalised */
  address: string;
  /** headers of every response of the server, alternating names and values, to be written with ours */
  headers?: string[];
  /** set by the facade for the server's request log */
  route?: string;
  accountId?: string;
}
