// The status of an account as a sign and a word.

const signs: Record<string, string> = { active: "✓", waiting: "!", suspended: "×" };

export const statuses = Object.keys(signs);

export const statusWords = (status: string): string => `${signs[status] ?? "?"} ${status}`;
