// The report of `disclosed coverage` on one source.
import type { SourceCoverage } from "../store/statistics/coverage.ts";
import type { CoverageDay } from "../store/statistics/coverage-days.ts";
import type { CoverageDocument } from "../store/statistics/coverage-documents.ts";

export interface SourceReport extends SourceCoverage {
  /** null where days were not requested, or the source has no listings */
  days: CoverageDay[] | null;
  /** only for a single day: the listed documents that are not stored */
  documents: CoverageDocument[] | null;
}
