// The URL parameters of the quarantine page.

export interface QuarantineSearch {
  source?: string;
  reason?: string;
  /** `open` by default; `all` for every status */
  status?: string;
  page?: string;
}
