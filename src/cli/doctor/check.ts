// The result of one check of the doctor, and how to correct it. A notice is information, not a fault.
export interface Check {
  check: string;
  status: "ok" | "notice" | "failed";
  message: string;
  advice?: string;
}

export const ok = (check: string, message: string): Check => ({ check, status: "ok", message });
export const notice = (check: string, message: string, advice?: string): Check => ({
  check,
  status: "notice",
  message,
  ...(advice ? { advice } : {}),
});
export const failed = (check: string, message: string, advice: string): Check => ({
  check,
  status: "failed",
  message,
  advice,
});
