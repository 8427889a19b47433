// Doubts about the filed figures of an insider trade: a mark in its row, and sentences on its page.
import classes from "../cells.module.css";

interface Judged {
  priceQuality: string | null;
  dateQuality: string | null;
  filedDirectionConflict: boolean | null;
  amendmentStatus: string | null;
}

/** The figures that can be marked. */
type Doubtful = "price" | "date" | "direction" | "amendment";

function doubtsOf({
  priceQuality,
  dateQuality,
  filedDirectionConflict,
  amendmentStatus,
}: Judged): [Doubtful, string][] {
  const doubts: [Doubtful, string][] = [];
  if (priceQuality === "suspect")
    doubts.push(["price", "The price is far from what the security traded at, or the number of shares once more."]);
  if (dateQuality === "transaction_after_filing")
    doubts.push(["date", "The trade date as filed lies after the filing."]);
  if (dateQuality === "implausible_lag")
    doubts.push(["date", "The dates as filed are more than five years apart: a year is probably mistyped."]);
  if (filedDirectionConflict)
    doubts.push(["direction", "The form says purchase and disposed of, or sale and acquired."]);
  if (amendmentStatus === "undecided")
    doubts.push(["amendment", "It is not known whether an amendment restates this trade or adds one."]);
  return doubts;
}

const doubtOf = (trade: Judged, about: Doubtful) => doubtsOf(trade).find(([name]) => name === about);

/** On a narrow screen the figure is shown only if it is marked. */
export const ifInDoubt = (about: Doubtful) => (trade: Judged) => (doubtOf(trade, about) ? "second" : undefined);

/** `! suspect` after a figure that is in doubt; nothing after others. */
export function Doubt({ trade, about }: { trade: Judged; about: Doubtful }) {
  const found = doubtOf(trade, about);
  if (!found) return null;
  return (
    <span className={classes.flag} title={found[1]}>
      {" "}
      ! suspect
    </span>
  );
}

/** All doubts about a trade, and their consequences. */
export function Doubts({ trade }: { trade: Judged }) {
  const doubts = doubtsOf(trade);
  if (doubts.length === 0)
    return trade.priceQuality === null ? <>nothing; the price could not be compared</> : <>nothing</>;
  return (
    <>
      {doubts.map(([name, text]) => (
        <div key={name} className={classes.flag}>
          ! {text}
        </div>
      ))}
      The trade stays out of sums, averages, scores, clusters and outcomes.
    </>
  );
}
