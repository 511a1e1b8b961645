import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { play, startPlay } from '../../ui/player/play-state.ts'
import { startDraft } from '../../ui/player/question/draft.ts'
import { forgetPlay, keepPlay, readKeptPlay } from './kept-play.ts'

const stored = new Map<string, string>()
beforeAll(() => {
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  Object.assign(globalThis, { localStorage })
})
afterEach(() => stored.clear())

const match = { id: 'q2', type: 'MATCH' as const, left: ['a', 'b'], right: ['1', '2'] }
const slides = [
  { id: 's1', type: 'TEXT_WITH_IMAGE' },
  { id: 's2', type: 'QUIZ', question: { id: 'q1', options: ['a', 'b'], correctIndex: 0 } },
  { id: 's3', type: 'QUESTION', attempt: 'x', question: match },
] as unknown as Api.Slide[]
const lesson = { id: 'lesson', contentVersion: 'v1', slides } as unknown as Api.LessonContent
const state = [{ type: 'next' } as const, { type: 'choose', option: 1 } as const].reduce(
  play,
  startPlay(slides, true),
)
const drafts = { s3: { ...startDraft(match as never), matches: [undefined, 1] } }

describe('a kept play', () => {
  test('goes on with its answers, its repeated question and its drafts', () => {
    keepPlay(lesson, 'user', { state, drafts })
    const kept = readKeptPlay(lesson, 'user', true)
    expect(kept?.state.at).toBe(1)
    expect(kept?.state.chosen).toEqual({ s2: 1 })
    expect(kept?.state.steps.map(({ key }) => key)).toEqual(['s1', 's2', 's3', 's2:again'])
    expect(kept?.drafts.s3?.matches).toEqual([undefined, 1])
  })

  test('is not that of another user, lesson or version, or one that was kept for half a day', () => {
    keepPlay(lesson, 'user', { state, drafts })
    expect(readKeptPlay(lesson, 'other', true)).toBeUndefined()
    expect(readKeptPlay({ ...lesson, id: 'another' }, 'user', true)).toBeUndefined()
    expect(readKeptPlay({ ...lesson, contentVersion: 'v2' }, 'user', true)).toBeUndefined()
    stored.set('lyceum.lesson', stored.get('lyceum.lesson')!.replace(/"savedAt":\d+/, '"savedAt":1000'))
    expect(readKeptPlay(lesson, 'user', true)).toBeUndefined()
  })

  test('does not go on without a connection if it has questions that only the service grades', () => {
    keepPlay(lesson, 'user', { state, drafts })
    expect(readKeptPlay(lesson, 'user', false)).toBeUndefined()
  })

  test('is gone after it was forgotten, and a broken one is none', () => {
    keepPlay(lesson, 'user', { state, drafts })
    forgetPlay()
    expect(readKeptPlay(lesson, 'user', true)).toBeUndefined()
    stored.set('lyceum.lesson', '{"lessonId":"lesson","userId":"user"')
    expect(readKeptPlay(lesson, 'user', true)).toBeUndefined()
  })
})
