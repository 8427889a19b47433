// The most frequent questions as prompts: which tools answer them, and what the answer has to mention.
import type { Prompt } from "@modelcontextprotocol/sdk/types.js";

interface Question {
  title: string;
  description: string;
  /** its arguments; `required` unless there is a default */
  takes: Record<string, { description: string; absent?: string }>;
  /** the message, with placeholders in braces */
  message: string;
}

const questions: Record<string, Question> = {
  insider_purchases: {
    title: "What did a company's insiders buy lately, and how did it do?",
    description: "Open-market purchases at one company, with the returns since",
    takes: {
      ticker: { description: "the company's symbol" },
      since: { description: "earliest filing date, YYYY-MM-DD", absent: "a year ago" },
    },
    message: `What did insiders of {ticker} buy since {since}, and how did it do?
Call listTrades with ticker {ticker}, tradeTypes ["P - Purchase"], filedFrom and include ["outcomes"].
Name each person, role, date, shares and value. Give the return and the alpha (return minus SPY's) of 30, 90 and 180 days where they are known; say "still open" where outcomes.status is pending. Leave out rows whose price_quality is suspect, and say how many.`,
  },
  largest_buyers: {
    title: "Who bought most in a sector?",
    description: "The largest purchases by insiders of one sector's companies",
    takes: {
      sector: { description: "a sector as listTrades names it, such as Technology" },
      days: { description: "how many days back", absent: "30" },
    },
    message: `Which insiders bought most in the sector {sector} in the last {days} days?
Call listTrades with sectors ["{sector}"], tradeTypes ["P - Purchase"], filedFrom, priceQuality ["ok"], dateQuality ["ok"], sort "value" and pageSize 100: rows whose price or dates cannot be right, or could not be compared, are left out then. Add up the values by insider_cik; where there are further pages say that smaller purchases are not in the sums.
Name the person, company, sum and number of purchases, and say from which filing date on you counted.`,
  },
  committee_trades: {
    title: "Which members traded what their committee oversees?",
    description: "Trades of members of Congress in industries under their committees' jurisdiction",
    takes: {
      kind: { description: "purchase, sale or exchange", absent: "sale" },
      days: { description: "how many days back, by filing date", absent: "90" },
    },
    message: `Which members of Congress reported a {kind} of what one of their committees oversees, in the last {days} days?
Call listPoliticianTrades with isCommitteeTrade true, tradeType "{kind}" and days {days}.
Name the member, the asset, the committee (committee_matches), the dates, and the amount as its range. Say that the overlap is arithmetic from rosters and jurisdictions, no finding of wrongdoing, and that trades whose committee_data is unknown or issuer_unknown cannot be judged.`,
  },
  cluster_buys: {
    title: "Where do several insiders buy at once?",
    description: "Companies where two or more insiders bought within 30 days",
    takes: {
      people: { description: "least number of distinct buyers", absent: "3" },
      since: { description: "earliest first day of a cluster, YYYY-MM-DD", absent: "90 days ago" },
    },
    message: `At which companies did at least {people} insiders buy within 30 days, since {since}?
Call listClusters with minSize {people}, startedFrom and sort "signalScore".
Name the company, the people with their roles, the sum, the average price, the dates and max_signal_score (0 to 100, from facts known at the filing date; a score is no forecast).`,
  },
  member_record: {
    title: "How does a member of Congress trade, and with what result?",
    description: "A member's trades, lateness and performance against SPY",
    takes: { name: { description: "the member's name, or a part of it" } },
    message: `How does {name} trade, and with what result?
Call listPoliticians with q "{name}": it gives the bioguide id, the statistics and the 90-day performance. Call getPoliticianPerformance for 30 and 180 days, and for sales.
Give volumes as their range from est_volume_low to est_volume_high, rates with their number of trades and their bounds, and alpha as the return minus SPY's. Where sample_sufficient is false say that there are too few trades. Late is more than 45 days and no legal finding.`,
  },
};

/** The result of prompts/list. */
export const prompts: Prompt[] = Object.entries(questions).map(([name, { title, description, takes }]) => ({
  name,
  title,
  description,
  arguments: Object.entries(takes).map(([argument, { description: about, absent }]) => ({
    name: argument,
    description: absent === undefined ? about : `${about}; absent = ${absent}`,
    required: absent === undefined,
  })),
}));

/** Most characters of a value. */
const longest = 100;

/** The prompt's message, or what is wrong with the given values. */
export function promptOf(
  name: string,
  given: Record<string, string>,
): { description: string; message: string } | { problem: string } {
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  if (!question) return { problem: `there is no prompt ${name}` };
  const values = new Map<string, string>();
  for (const [argument, { absent }] of Object.entries(question.takes)) {
    const value = given[argument]?.trim() || absent;
    if (value === undefined) return { problem: `${argument} is required` };
    if (value.length > longest) return { problem: `${argument} has more than ${longest} characters` };
    values.set(argument, value);
  }
  const message = question.message.replace(/\{(\w+)\}/g, (_all, argument: string) => values.get(argument) ?? "");
  return { description: question.description, message };
}
