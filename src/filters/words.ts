// How search texts are split into words.

/** The distinct words of a text, longest first: fewer names contain a long word, so the search can stop sooner. */
export const distinctWords = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

/** True for a text of one character, which is searched for as an exact symbol. */
export const isOneCharacter = (text: string): boolean => [...text.trim()].length === 1;

/** Part of an owner's name in the form that is stored: in lower case, with one space between words. */
export const asOwnerName = (text: string): string => text.toLowerCase().trim().split(/\s+/).join(" ");
