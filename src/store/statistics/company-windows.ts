// The windows, in days, for which sums over a company's trades are stored.

/** calendar days, as the parameter `days` counts them: filing date >= today - days */
export const companyWindows = [30, 90, 365];
