import { expect, test } from 'bun:test'
import { isDone, questsOf } from './quests.ts'

const DAY = { isStreakDone: false, earnedXP: 20, targetXP: 50, reviews: undefined }

test('the quests of a day without reviews are to learn something and to reach the target', () => {
  const reviews = { answeredToday: 0, availableToday: 0 }
  const quests = [
    { kind: 'learn', done: 0, total: 1 },
    { kind: 'target', done: 20, total: 50 },
  ]
  expect(questsOf(DAY)).toEqual(quests as never)
  expect(questsOf({ ...DAY, reviews })).toEqual(quests as never)
})

test('answered reviews stay part of the quest, and the quest is done when none is left', () => {
  const reviewQuest = (answeredToday: number, availableToday: number) =>
    questsOf({ ...DAY, reviews: { answeredToday, availableToday } })[2]!
  expect(reviewQuest(3, 7)).toEqual({ kind: 'review', done: 3, total: 10 })
  expect([reviewQuest(9, 1), reviewQuest(10, 0)].map(isDone)).toEqual([false, true])
})

test('a day beyond its target has the target reached, and no more', () => {
  const [learn, target] = questsOf({ ...DAY, isStreakDone: true, earnedXP: 80 })
  expect(target).toEqual({ kind: 'target', done: 50, total: 50 })
  expect([learn!, target!].map(isDone)).toEqual([true, true])
})
