import type { Destination } from '../frame/console-link.tsx'
import { BATTLES_PATH, CERTIFICATES_PATH, LEDGER_PATH, ORDERS_PATH, USERS_PATH } from '../paths.ts'

/** The lists behind the numbers of the figures. Days are UTC, as `2026-11-02`. */

export const signedUp = (from: string, to?: string): Destination => ({
  to: USERS_PATH,
  search: { from, to },
})

/** With an activity on a day or later, up to the last day if one is given. */
export const activeSince = (day: string, last?: string): Destination => ({
  to: USERS_PATH,
  search: { active: day, activeTo: last },
})

/** The users of today, or those who had signed up before a day. */
export const usersBefore = (to?: string): Destination => ({ to: USERS_PATH, search: { to } })

export const battlesOf = (given: {
  status: 'PLAYED' | 'FORFEIT' | 'ABANDONED'
  kind?: 'BOT'
  from: string
  to?: string
}): Destination => ({ to: BATTLES_PATH, search: given })

/** What was moved into and out of escrows. */
export const escrowTransfers = (from: string, to?: string): Destination => ({
  to: LEDGER_PATH,
  search: { escrow: 'yes', from, to },
})

export const transfersBetween = (from: string, to: string): Destination => ({
  to: LEDGER_PATH,
  search: { from, to },
})

/** Who signed up since a day and has reached a step of the funnel. */
export const reached = (step: 'LESSON' | 'COURSE' | 'CERTIFICATE', from: string): Destination => ({
  to: USERS_PATH,
  search: { reached: step, from },
})

export const certificatesSince = (from: string): Destination => ({ to: CERTIFICATES_PATH, search: { from } })

export const transfersOf = (reason: string, from: string, to?: string): Destination => ({
  to: LEDGER_PATH,
  search: { reason, from, to },
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
