/** The time zones of an account, as pure functions: the current one, and those of the last days. */

/** More are not stored: of these and the next one, the zone that lasted the shortest is dropped. */
export const MAX_EARLIER_TIME_ZONES = 20

export interface EarlierTimeZone {
  zone: string
  /** When the account got the next time zone, in UTC: `2026-11-02T08:00:00.000Z`. */
  until: string
}

export interface TimeZones {
  /** IANA */
  current: string
  /** Oldest first. */
  earlier: EarlierTimeZone[]
}

/** The time zone that the account had at a moment. */
export function timeZoneAt({ current, earlier }: TimeZones, at: Date): string {
  return earlier.find(({ until }) => at.getTime() < Date.parse(until))?.zone ?? current
}

/** Returns the time zones after a change. The same zone again is no change. */
export function changeTimeZone(zones: TimeZones, zone: string, now: Date): TimeZones {
  const { current, earlier } = zones
  if (zone === current) return zones
  const changed = [...earlier, { zone: current, until: now.toISOString() }]
  return {
    current: zone,
    earlier: changed.length > MAX_EARLIER_TIME_ZONES ? withoutShortest(changed) : changed,
  }
}

/**
 * Drops the zone that lasted the shortest; its time counts for the next one. So many changes in a short time do not replace a zone
 * in which the user lived. The first zone stays, because its beginning is unknown.
 */
function withoutShortest(earlier: EarlierTimeZone[]): EarlierTimeZone[] {
  const ends = earlier.map(({ until }) => Date.parse(until))
  const durations = ends.slice(1).map((end, index) => end - ends[index]!)
  return earlier.toSpliced(1 + durations.indexOf(Math.min(...durations)), 1)
}
