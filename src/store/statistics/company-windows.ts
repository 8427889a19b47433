// The last days of filings that sums over a company's trades are kept for.

/** calendar days, as the parameter `days` counts them: filing date >= today - days */
export const companyWindows = [30, 90, 365];
