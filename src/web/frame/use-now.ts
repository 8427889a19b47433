// The current time in milliseconds, updated at an interval, for relative times.
import { useEffect, useState } from "react";

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // a render for another reason may be later than the last tick
  return Math.max(now, Date.now());
}
