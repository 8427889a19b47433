// The status of a refusal as a sign and a word.

const words: Record<string, string> = { open: "× open", ignored: "– ignored", resolved: "✓ resolved" };

export const formatStatus = (status: string): string => words[status] ?? status;

/** choices of the status filter; `all` does not filter */
export const statuses = ["open", "ignored", "resolved", "all"];
