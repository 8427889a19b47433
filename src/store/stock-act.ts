// What the STOCK Act says that both the derivation and the readers of the store go by.

/** Days from a transaction to its periodic report at the latest (5 U.S.C. 13105(l)). */
export const deadlineDays = 45;

/** Days after the member was notified of a trade, where those end earlier (5 U.S.C. 13105(l)). */
export const noticeDays = 30;
