import { addMs, DAY_MS } from '../../platform/clock.ts'

/** A calendar day as `2026-11-02`, so that text order is date order. */
export type Day = string

export function dayOf(at: Date): Day {
  return at.toISOString().slice(0, 10)
}

export function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00.000Z`)
}

export function addDays(day: Day, count: number): Day {
  return dayOf(addMs(startOf(day), count * DAY_MS))
}

export function daysBetween(first: Day, last: Day): number {
  return Math.round((startOf(last).getTime() - startOf(first).getTime()) / DAY_MS)
}

/** All days from the first to the last one, both included. */
export function listDays(first: Day, last: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) =>
    addDays(first, index),
  )
}

export function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}

export const OPEN_DAYS = 5

/**
 * The days whose numbers may still change: today, tomorrow, because it is tomorrow somewhere, and some days before. In the last time zone a
 * day ends 12 hours later than in UTC, and a device sends an activity up to 48 hours later.
 */
export function openDays(now: Date): { first: Day; last: Day } {
  const today = dayOf(now)
  return { first: addDays(today, 1 - OPEN_DAYS), last: addDays(today, 1) }
}
