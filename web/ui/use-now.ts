import { useEffect, useState } from 'react'

/** The time of a clock, read again at an interval. */
export function useNow(clock: { now(): number }, everyMs: number): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    setNow(clock.now())
    const timer = setInterval(() => setNow(clock.now()), everyMs)
    return () => clearInterval(timer)
  }, [clock, everyMs])
  return now
}
