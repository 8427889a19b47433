// Names of reporting owners as they are compared.

/** A name, or part of one, in the form that is searched: in lower case, with one space between words. */
export const asOwnerName = (text: string): string => text.toLowerCase().trim().split(/\s+/).join(" ");
