import { expect, test } from 'bun:test'
import { TestBattle } from '../game-testbed.ts'
import type { SeatNumber } from './battle.ts'
import { toPlayerFrame } from './player-frames.ts'

/** The data of the frames of a battle, as one seat sees them. */
const framesOf = ({ battle, events }: TestBattle, seat: SeatNumber) =>
  events.flatMap((event) => toPlayerFrame(battle, event, seat) ?? [])

test('each player gets the feedback on the own answer with the result of the round, and not before', () => {
  const asked = new TestBattle().begin()
  const before = [0, 1].map((seat) => framesOf(asked.answer(seat as SeatNumber, 0, seat), seat as SeatNumber))
  const wasRevealed = before.flat().filter(({ type }) => type === 'battle.roundResult')
  expect(wasRevealed.map(({ data }) => 'feedback' in data && data.feedback)).toEqual(['About b.'])
  for (const { type, data } of before.flat())
    if (type !== 'battle.roundResult') expect(JSON.stringify(data)).not.toContain('About')
  const results = ([0, 1] as const).map(
    (seat) => framesOf(asked, seat).find(({ type }) => type === 'battle.roundResult')!.data,
  )
  expect(results).toMatchObject([
    { yourAnswer: 0, feedback: 'About a.', feedbackHtml: '<p>About a.</p>' },
    { yourAnswer: 1, feedback: 'About b.', feedbackHtml: '<p>About b.</p>' },
  ])
  expect(JSON.stringify(results[0])).not.toContain('About b')
})

test('an option without feedback and a missing answer have none', () => {
  const battle = new TestBattle().begin().answer(0, 0, 2).pass(10_000)
  for (const seat of [0, 1] as const) {
    const result = framesOf(battle, seat).find(({ type }) => type === 'battle.roundResult')!.data
    expect(result).toMatchObject({ yourAnswer: seat === 0 ? 2 : null, feedback: null, feedbackHtml: null })
  }
})

test('a question and its result have their texts as HTML', () => {
  const battle = new TestBattle().begin().answer(0, 0).answer(1, 0)
  const [question, result] = ['battle.question', 'battle.roundResult'].map(
    (wanted) => framesOf(battle, 0).find(({ type }) => type === wanted)!.data,
  )
  expect(question).toMatchObject({ prompt: 'Prompt 0?', promptHtml: '<p>Prompt 0?</p>' })
  expect(result).toMatchObject({ explanation: 'Because.', explanationHtml: '<p>Because.</p>' })
})
