// The header Retry-After of a response of another service.

/** In milliseconds, from seconds or an HTTP date (RFC 9110, 10.2.3); null if there is no valid one. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
