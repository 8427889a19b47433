// How texts that are searched for are taken apart.

/** The different words of a text, longest first: the longer a word, the fewer names hold it, and the sooner a search can stop. */
export const distinctWords = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

/** True for a text of one character, which is searched for as an exact symbol: contract, section 3. */
export const isOneCharacter = (text: string): boolean => [...text.trim()].length === 1;

/** Part of an owner's name as the store keeps names: in small letters, a blank between words. */
export const asOwnerName = (text: string): string => text.toLowerCase().trim().split(/\s+/).join(" ");
