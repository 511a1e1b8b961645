import { describe, expect, test } from 'bun:test'
import { mayGoOn, type PlayState, play, type Slide, scoreOf, startPlay } from './play-state.ts'

const text = (id: string): Slide =>
  ({ id, order: 1, type: 'TEXT_WITH_IMAGE', title: id, content: '', mediaUrl: null, mediaAlt: null }) as Slide
const quiz = (id: string): Slide => ({
  id,
  order: 1,
  type: 'QUIZ',
  question: {
    id: `q-${id}`,
    type: 'SINGLE_CHOICE',
    prompt: '?',
    promptHtml: '<p>?</p>',
    options: ['a', 'b', 'c'],
    optionsHtml: ['a', 'b', 'c'],
    correctIndex: 1,
    explanation: '',
    explanationHtml: '',
    hasHint: false,
  },
})
const next = (state: PlayState) => play(state, { type: 'next' })
const choose = (state: PlayState, option: number) => play(state, { type: 'choose', option })

const question = (id: string): Slide => ({
  id,
  order: 1,
  type: 'QUESTION',
  attempt: 'x',
  question: { id: `q-${id}`, type: 'NUMBER', prompt: '?', promptHtml: '<p>?</p>', hasHint: false, units: [] },
})
const grade = (state: PlayState, key: string, isCorrect: boolean) =>
  play(state, { type: 'grade', key, result: { isCorrect } as never })

describe('playing a lesson', () => {
  test('a question without a solution is left out, unless somebody grades it', () => {
    expect(startPlay([question('one'), text('two')]).steps).toHaveLength(1)
    expect(startPlay([question('one'), text('two')], true).steps).toHaveLength(2)
    expect(startPlay([question('one')]).isFinished).toBe(true)
  })

  test('a graded question opens the next slide, comes again once if wrong, and counts for the score', () => {
    let state = startPlay([question('one'), question('two'), quiz('three')], true)
    expect(mayGoOn(state)).toBe(false)
    state = next(grade(state, 'one', false))
    expect(state.steps[state.at]!.key).toBe('two')
    state = next(grade(state, 'two', true))
    state = next(choose(state, 1))
    expect(state.steps[state.at]).toMatchObject({ key: 'one:again', isRepeat: true })
    state = next(grade(state, 'one:again', false))
    expect(state.isFinished).toBe(true)
    expect(scoreOf(state)).toEqual({ right: 2, total: 3 })
  })

  test('a second grade of the same step changes nothing', () => {
    const state = grade(startPlay([question('one')], true), 'one', false)
    expect(grade(state, 'one', true)).toBe(state)
    expect(state.steps).toHaveLength(2)
  })

  test('the player does not continue from a question before it is answered', () => {
    const state = startPlay([quiz('one'), text('two')])
    expect(mayGoOn(state)).toBe(false)
    expect(next(state).at).toBe(0)
    expect(next(choose(state, 1)).at).toBe(1)
  })

  test('the player repeats a wrongly answered question once at the end', () => {
    let state = next(choose(startPlay([quiz('one'), text('two')]), 0))
    state = next(state)
    expect(state.steps[state.at]).toMatchObject({ isRepeat: true, slide: { id: 'one' } })
    state = next(choose(state, 2))
    expect(state.isFinished).toBe(true)
  })

  test('the player counts only first answers', () => {
    let state = next(choose(startPlay([quiz('one'), quiz('two')]), 0))
    state = next(choose(state, 1))
    state = next(choose(state, 1))
    expect(scoreOf(state)).toEqual({ right: 1, total: 2 })
    expect(scoreOf(startPlay([text('one')]))).toBeUndefined()
  })

  test('the player ignores an unknown option and a second answer', () => {
    const state = startPlay([quiz('one')])
    expect(choose(state, 7)).toBe(state)
    const answered = choose(state, 1)
    expect(choose(answered, 0)).toBe(answered)
  })

  test('the player finishes after the last slide and does not go back before the first', () => {
    const state = startPlay([text('one'), text('two')])
    expect(play(state, { type: 'back' }).at).toBe(0)
    expect(next(next(state)).isFinished).toBe(true)
  })
})
