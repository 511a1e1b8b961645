import { describe, expect, test } from 'bun:test'
import { createEmptyCard, fsrs, GenSeedStrategyWithCardId, type Grade, StrategyMode } from 'ts-fsrs'
import { seededRandom } from '../../../test/harness/random.ts'
import { newId } from '../../platform/ids.ts'
import { addDays, daysBetween, newMemoryState, RATINGS, type ReviewRating, schedule } from './scheduler.ts'

const TODAY = '2026-11-02'
const cardId = newId<'ReviewCard'>()
const review = { cardId, today: TODAY, targetRetentionPercent: 90 }
const intervalAfter = (rating: ReviewRating, targetRetentionPercent = 90) =>
  daysBetween(TODAY, schedule(newMemoryState(TODAY), { ...review, rating, targetRetentionPercent }).dueOn)

describe('schedule', () => {
  test('the first answer gives at least a day, and a better rating gives a longer interval', () => {
    const intervals = RATINGS.map((rating) => intervalAfter(rating))
    expect(intervals[0]).toBe(1)
    expect(intervals.toSorted((one, other) => one - other)).toEqual(intervals)
    expect(new Set(intervals).size).toBe(4)
  })

  test('a higher target retention gives shorter intervals', () => {
    expect(intervalAfter('EASY', 80)).toBeGreaterThan(intervalAfter('EASY', 90))
    expect(intervalAfter('EASY', 90)).toBeGreaterThan(intervalAfter('EASY', 95))
  })

  test('the same answer always gives the same state, and other cards get other days', () => {
    const easy = { ...review, rating: 'EASY' as const }
    const first = schedule(newMemoryState(TODAY), easy)
    for (let run = 0; run < 20; run++) expect(schedule(newMemoryState(TODAY), easy)).toEqual(first)
    const days = Array.from(
      { length: 200 },
      () => schedule(newMemoryState(TODAY), { ...easy, cardId: newId<'ReviewCard'>() }).dueOn,
    )
    expect(new Set(days).size).toBeGreaterThan(1)
  })

  test('random histories give the intervals of ts-fsrs with the same seed', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 200; run++) {
      const id = newId<'ReviewCard'>()
      const percent = 80 + Math.floor(random() * 16)
      const direct = fsrs({
        request_retention: percent / 100,
        enable_fuzz: true,
        enable_short_term: false,
      }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('id'))
      let day = TODAY
      let state = newMemoryState(day)
      let card = { ...createEmptyCard(new Date(`${day}T00:00:00Z`)), id }
      for (let repetition = 1; repetition <= 12; repetition++) {
        const grade = (1 + Math.floor(random() * 4)) as Grade
        card = { ...direct.next(card, new Date(`${day}T00:00:00Z`), grade).card, id }
        state = schedule(state, {
          cardId: id,
          rating: RATINGS[grade - 1]!,
          today: day,
          targetRetentionPercent: percent,
        })
        expect(state).toEqual({
          repetitions: repetition,
          lapses: card.lapses,
          stability: card.stability,
          difficulty: card.difficulty,
          lastReviewedOn: day,
          dueOn: addDays(day, card.scheduled_days),
        })
        expect(daysBetween(day, state.dueOn)).toBeGreaterThanOrEqual(1)
        // Some reviews are late.
        day = addDays(state.dueOn, random() < 0.5 ? 0 : Math.floor(random() * 40))
      }
    }
  })

  test('a review on an earlier date than the last one counts for the date of the last one', () => {
    const after = schedule(newMemoryState(TODAY), { ...review, rating: 'AGAIN' })
    const west = schedule(after, { ...review, rating: 'GOOD', today: addDays(TODAY, -1) })
    expect(west).toEqual(schedule(after, { ...review, rating: 'GOOD', today: TODAY }))
    expect(west.lastReviewedOn).toBe(TODAY)
  })
})

test('days are added over months, leap days and changes of daylight saving time', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
})
