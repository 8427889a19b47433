// The filters of the quarantine's page.

export interface QuarantineSearch {
  source?: string;
  reason?: string;
  /** open unless told; `all` for every one */
  status?: string;
  page?: string;
}
