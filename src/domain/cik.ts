// Central Index Keys, which the SEC gives to companies and reporting owners. They are stored with ten digits.

/** Adds the leading zeros to 1 to 10 digits. */
export const asCik = (digits: string): string => digits.padStart(10, "0");

/** The key that 1 to 10 digits are; null for any other text. */
export const cikOf = (text: string): string | null => (/^[0-9]{1,10}$/.test(text) ? asCik(text) : null);
