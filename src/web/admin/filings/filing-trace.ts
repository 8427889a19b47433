// The type of a filing's trace as the dashboard's operation returns it.
import type { FilingTraceQuery } from "../../generated/operations.ts";

export type FilingTrace = NonNullable<FilingTraceQuery["filingTrace"]["trace"]>;
