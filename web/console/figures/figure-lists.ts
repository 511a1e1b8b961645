import type { Destination } from '../frame/console-link.tsx'
import { CERTIFICATES_PATH, LEDGER_PATH, ORDERS_PATH, USERS_PATH } from '../paths.ts'

/** The lists behind the numbers of the figures. Days are UTC, as `2026-11-02`. */

export const signedUp = (from: string, to?: string): Destination => ({
  to: USERS_PATH,
  search: { from, to },
})

export const activeSince = (day: string): Destination => ({ to: USERS_PATH, search: { active: day } })

/** Who signed up since a day and has reached a step of the funnel. */
export const reached = (step: 'LESSON' | 'COURSE' | 'CERTIFICATE', from: string): Destination => ({
  to: USERS_PATH,
  search: { reached: step, from },
})

export const certificatesSince = (from: string): Destination => ({ to: CERTIFICATES_PATH, search: { from } })

export const transfersOf = (reason: string, from: string): Destination => ({
  to: LEDGER_PATH,
  search: { reason, from },
})

export const ordersOf = (given: {
  status: string
  provider?: string
  from: string
  to?: string
}): Destination => ({
  to: ORDERS_PATH,
  search: given,
})

/** The day that is some days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day after an interval that begins on a day. */
export function endOf(start: string, interval: 'day' | 'week' | 'month'): string {
  if (interval !== 'month') return dayAfter(start, interval === 'day' ? 1 : 7)
  const [year, month] = start.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
