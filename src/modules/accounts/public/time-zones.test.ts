import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import { changeTimeZone, MAX_EARLIER_TIME_ZONES, type TimeZones, timeZoneAt } from './time-zones.ts'

const SEED = Number(process.env.TIME_ZONE_SEED ?? 20_261_119)
const RUNS = Number(process.env.TIME_ZONE_RUNS ?? 2_000)
const SPAN_MS = 48 * HOUR_MS

const monday = new Date('2026-11-02T08:00:00.000Z')
const inNairobi: TimeZones = { current: 'Africa/Nairobi', earlier: [] }

describe('changeTimeZone', () => {
  test('the earlier time zone is valid until the change, and the new one from the change on', () => {
    const zones = changeTimeZone(inNairobi, 'America/New_York', monday)
    expect(zones).toEqual({
      current: 'America/New_York',
      earlier: [{ zone: 'Africa/Nairobi', until: '2026-11-02T08:00:00.000Z' }],
    })
    expect(timeZoneAt(zones, addMs(monday, -1))).toBe('Africa/Nairobi')
    expect(timeZoneAt(zones, monday)).toBe('America/New_York')
    expect(timeZoneAt(zones, new Date(0))).toBe('Africa/Nairobi')
  })

  test('the same time zone again is no change', () => {
    expect(changeTimeZone(inNairobi, 'Africa/Nairobi', monday)).toBe(inNairobi)
  })

  test('a change that waited for another one, and began before it, gives every moment a time zone that the account had', () => {
    const first = changeTimeZone(inNairobi, 'Asia/Tokyo', monday)
    const zones = changeTimeZone(first, 'America/New_York', addMs(monday, -5))
    expect([-6, -1, 0].map((ms) => timeZoneAt(zones, addMs(monday, ms)))).toEqual([
      'Africa/Nairobi',
      'Africa/Nairobi',
      'America/New_York',
    ])
  })

  test('a thousand changes within a minute do not replace the time zone of before', () => {
    let zones = inNairobi
    for (let number = 1; number <= 1_000; number++) {
      zones = changeTimeZone(
        zones,
        number % 2 ? 'Pacific/Kiritimati' : 'Pacific/Niue',
        addMs(monday, 50 * number),
      )
    }
    expect(zones.earlier).toHaveLength(MAX_EARLIER_TIME_ZONES)
    expect(zones.current).toBe('Pacific/Niue')
    expect(timeZoneAt(zones, monday)).toBe('Africa/Nairobi')
  })
})

describe('random changes within 48 hours', () => {
  const names = fc.constantFrom(
    'Africa/Nairobi',
    'America/New_York',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'UTC',
  )
  const offsets = fc.integer({ min: 0, max: SPAN_MS })
  const changesOf = (maxLength: number) =>
    fc
      .array(fc.record({ offset: offsets, zone: names }), { maxLength, size: 'max' })
      .map((changes) => changes.toSorted((one, other) => one.offset - other.offset))
  type Change = { offset: number; zone: string }

  const apply = (changes: Change[]) =>
    changes.reduce((zones, { offset, zone }) => changeTimeZone(zones, zone, addMs(monday, offset)), inNairobi)
  /** The reference: the last change before the moment. */
  const zoneOf = (changes: Change[], at: number) =>
    changes.findLast(({ offset }) => offset <= at)?.zone ?? 'Africa/Nairobi'

  test('every moment has the time zone that the account had then', () => {
    fc.assert(
      fc.property(
        changesOf(MAX_EARLIER_TIME_ZONES),
        fc.array(offsets, { maxLength: 20 }),
        (changes, moments) => {
          const zones = apply(changes)
          for (const at of [...moments, ...changes.map(({ offset }) => offset)])
            expect(timeZoneAt(zones, addMs(monday, at))).toBe(zoneOf(changes, at))
        },
      ),
      { numRuns: RUNS, seed: SEED },
    )
  })

  test('after any number of changes, few are stored, and no time zone that lasted longer than a twentieth of the time is lost', () => {
    let long = 0
    fc.assert(
      fc.property(changesOf(200), (changes) => {
        const zones = apply(changes)
        expect(zones.earlier.length).toBeLessThanOrEqual(MAX_EARLIER_TIME_ZONES)
        const starts = [-SPAN_MS, ...changes.map(({ offset }) => offset)]
        for (const [index, start] of starts.entries()) {
          const end = starts[index + 1] ?? 2 * SPAN_MS
          if (end - start <= SPAN_MS / MAX_EARLIER_TIME_ZONES) continue
          long++
          for (const at of [start, end - 1])
            expect(timeZoneAt(zones, addMs(monday, at))).toBe(zoneOf(changes, at))
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(long).toBeGreaterThan(RUNS)
  })
})
