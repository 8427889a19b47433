// The facts of a congressional trade in the change log (disclosed_facts), and how filters see them.
import { ofEachOutcome } from "../../filters/outcomes.ts";
import type { PoliticianTradeFields } from "../../filters/politician-trades.ts";
import { type FactFields, keyed, type LabelTest, label } from "../conditions-to-predicate.ts";
import type { Directory } from "../directory.ts";

/** Absent is null. Numbers are decimals as text. */
interface Facts {
  filedOn: string;
  tradedOn?: string;
  company?: string;
  ticker?: string;
  member: string;
  party?: string;
  chamber: string;
  state?: string;
  district?: string;
  capGainsOver200?: boolean;
  tradeType: string;
  owner?: string;
  /** in lower case */
  assetType?: string;
  /** in lower case */
  assetName: string;
  securityClass?: string;
  sector?: string;
  industry?: string;
  dateQuality: string;
  /** codes of the matched committees */
  committees?: string[];
  late: boolean;
  committeeTrade: boolean;
  amendment: boolean;
  amountLow?: string;
  amountHigh?: string;
  delayDays?: string;
}

export const politicianTradeFacts: FactFields<PoliticianTradeFields, Facts> = {
  label: {
    symbol: withSymbols,
    member: keyed("member", ({ member }) => [member]),
    party: label(({ party }) => party),
    chamber: label(({ chamber }) => chamber),
    tradeType: label(({ tradeType }) => tradeType),
    owner: label(({ owner }) => owner),
    assetType: label(({ assetType }) => assetType),
    securityClass: label(({ securityClass }) => securityClass),
    state: label(({ state }) => state),
    district: label(({ district }) => district),
    capGainsOver200: label(({ capGainsOver200 }) => capGainsOver200?.toString()),
    sector: label(({ sector }) => sector),
    industry: label(({ industry }) => industry),
    committee: (values) => ({ test: ({ committees = [] }) => values.some((code) => committees.includes(code)) }),
    dateQuality: label(({ dateQuality }) => dateQuality),
  },
  flag: {
    // the log has facts of listed rows only
    live: () => true,
    late: ({ late }) => late,
    committeeTrade: ({ committeeTrade }) => committeeTrade,
    amendment: ({ amendment }) => amendment,
  },
  number: {
    amountLow: ({ amountLow }) => amountLow,
    amountHigh: ({ amountHigh }) => amountHigh,
    delayDays: ({ delayDays }) => delayDays,
    ...ofEachOutcome(() => null),
  },
  day: { filedOn: ({ filedOn }) => filedOn, tradedOn: ({ tradedOn }) => tradedOn },
  text: {
    assetName:
      (text) =>
      ({ assetName }) =>
        assetName.includes(text),
    memberName: (text, directory) => {
      const folded = directory.folded(text);
      return ({ member }) => directory.memberName(member)?.includes(folded) === true;
    },
  },
};

export const politicianTradeKeys = ({ company, ticker, member }: Facts): string[] => [
  `company ${company}`,
  `ticker ${ticker}`,
  `member ${member}`,
];

/** A company's trades under any of its symbols, and trades whose symbol no company of the store has. */
function withSymbols(symbols: readonly string[], directory: Directory): LabelTest<Facts> {
  const tickers = new Set(directory.meantSymbols(symbols));
  const ciks = new Set(directory.withSymbols(symbols));
  return {
    test: ({ ticker, company }) =>
      (ticker !== undefined && tickers.has(ticker)) || (company !== undefined && ciks.has(company)),
    keys: [...[...tickers].map((ticker) => `ticker ${ticker}`), ...[...ciks].map((cik) => `company ${cik}`)],
  };
}
