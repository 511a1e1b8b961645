import { addMs, DAY_MS } from '../../platform/clock.ts'

const MAX_DAYS = 366

/** From `since`, before `until`. Both are midnight in UTC. */
export interface Period {
  since: Date
  until: Date
}

/** Reads two days, both included. Without `from` the period has no beginning, and without `to` it ends today. */
export function readPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period {
  const last = startOfDay(to ?? dayOf(now))
  return { since: from === undefined ? new Date(0) : startOfDay(from), until: addMs(last, DAY_MS) }
}

/** The last days of a period, at most 366. */
export function lastDaysOf({ since, until }: Period): Period & { days: string[] } {
  const earliest = addMs(until, -MAX_DAYS * DAY_MS)
  const first = since > earliest ? since : earliest
  const count = Math.max(0, Math.round((until.getTime() - first.getTime()) / DAY_MS))
  return {
    since: first,
    until,
    days: Array.from({ length: count }, (_, index) => dayOf(addMs(first, index * DAY_MS))),
  }
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`)
}
