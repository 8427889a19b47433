// What becomes of a refusal, in words with a sign.

const words: Record<string, string> = { open: "× open", ignored: "– ignored", resolved: "✓ resolved" };

export const statusInWords = (status: string): string => words[status] ?? status;

/** the filter's choices; `all` is none */
export const statuses = ["open", "ignored", "resolved", "all"];
