// The time in milliseconds, again every so often, for what is said relative to it.
import { useEffect, useState } from "react";

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // whatever made the page render again may be newer than the last tick
  return Math.max(now, Date.now());
}
