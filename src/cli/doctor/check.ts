// The result of one check of the doctor, and how to correct it. A notice is information, not a fault.
export interface Check {
  check: string;
  status: "ok" | "notice" | "failed";
  message: string;
  mend?: string;
}

export const ok = (check: string, message: string): Check => ({ check, status: "ok", message });
export const notice = (check: string, message: string, mend?: string): Check => ({
  check,
  status: "notice",
  message,
  ...(mend ? { mend } : {}),
});
export const failed = (check: string, message: string, mend: string): Check => ({
  check,
  status: "failed",
  message,
  mend,
});
