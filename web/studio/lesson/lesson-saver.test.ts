import { describe, expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type DraftSlide, emptySlide, type LessonDraft, type SavedLesson } from './draft.ts'
import { LessonSaver, type SaveState } from './lesson-saver.ts'
import type { StoredDraft } from './local-drafts.ts'
import { questionFieldsOf } from './question-fields.ts'

const text = (key: string, title: string, content = 'Words'): DraftSlide => ({
  key,
  type: 'TEXT_WITH_IMAGE',
  title,
  content,
})
const quiz = (key: string, prompt: string): Extract<DraftSlide, { type: 'QUIZ' }> => ({
  key,
  type: 'QUIZ',
  question: {
    ...questionFieldsOf(undefined),
    prompt,
    options: [
      { text: 'Yes', isRight: true, feedback: '' },
      { text: 'No', isRight: false, feedback: '' },
    ],
  },
})
const START: LessonDraft = {
  title: 'Tea',
  xpReward: '10',
  gemReward: '0',
  requiredScore: null,
  slides: [text('a', 'One'), text('b', 'Two')],
}

type Sent = { lesson?: Api.LessonPatch; question?: string; version: number }

/** A device and a service in memory. `answers` are given to the requests in turn; then every one succeeds. */
function testbed(answers: (Promise<void> | Error)[] = []) {
  const device: { stored?: StoredDraft } = {}
  const sent: Sent[] = []
  const states: SaveState[] = []
  const conflicts: number[] = []
  let version = 1
  let questions = 0
  const answer = async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    await next
  }
  const saved: SavedLesson = { version: 1, draft: START, questions: {} }
  const saver = new LessonSaver(
    {
      store: async (stored) => {
        device.stored = stored
      },
      forget: async () => {
        delete device.stored
      },
      sendLesson: async (lesson, base) => {
        sent.push({ lesson, version: base })
        await answer()
        const slides = (lesson.slides ?? []).map((slide) => ({
          ...slide,
          ...('question' in slide ? { questionId: `q${++questions}` } : {}),
        }))
        return { version: ++version, slides } as unknown as Api.EditedLesson
      },
      sendQuestion: async (question, _, base) => {
        sent.push({ question, version: base })
        await answer()
        return { version: base + 1 } as Api.EditedQuestion
      },
      onConflict: () => conflicts.push(1),
      onState: (state) => states.push(state),
      onSaved: () => undefined,
    },
    START,
    saved,
    false,
  )
  const change = (slides: DraftSlide[]) => saver.change({ ...saver.draft, slides })
  return { saver, device, sent, states, conflicts, change }
}

const changed = new LyceumError('VERSION_CHANGED', 'No.', { status: 412 })
const unreachable = new LyceumError('UNREACHABLE', 'No answer.', { status: 0 })

describe('the draft of a lesson', () => {
  test('a key stroke is on the device before any request, and leaves it when the service has it', async () => {
    const { saver, device, sent, states, change } = testbed()
    change([text('a', 'Changed'), text('b', 'Two')])
    expect([device.stored?.draft.slides[0], sent.length]).toMatchObject([{ title: 'Changed' }, 0])
    await saver.save()
    expect([device.stored, sent.length, states.at(-1)]).toEqual([undefined, 1, 'saved'])
  })

  test('every request names the version that it replaces, and only what has changed is sent', async () => {
    const { saver, sent, change } = testbed()
    change([text('a', 'X'), text('b', 'Two')])
    await saver.save()
    saver.change({ ...saver.draft, title: 'Coffee' })
    await saver.save()
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
    expect(sent[1]!.lesson).toEqual({ title: 'Coffee' })
  })

  test('words typed during a request stay on the device and are sent after it', async () => {
    const first = Promise.withResolvers<void>()
    const { saver, device, sent, change } = testbed([first.promise])
    change([text('a', 'X')])
    const saving = saver.save()
    await Bun.sleep(1)
    change([text('a', 'X and more')])
    first.resolve()
    await saving
    expect(device.stored?.draft.slides[0]).toMatchObject({ title: 'X and more' })
    await saver.save()
    expect(sent.map(({ lesson }) => lesson!.slides![0])).toMatchObject([
      { title: 'X' },
      { title: 'X and more' },
    ])
    expect(device.stored).toBeUndefined()
  })

  test('an unfinished slide does not keep the others from the service', async () => {
    const { saver, device, sent, states, change } = testbed()
    change([text('a', ''), text('b', 'New'), emptySlide('FLASHCARD')])
    await saver.save()
    expect(sent[0]!.lesson!.slides).toMatchObject([{ title: 'One' }, { title: 'New' }])
    expect([device.stored?.draft.slides.length, states.at(-1)]).toEqual([3, 'incomplete'])
  })

  test('a new question is created once, and changed afterwards', async () => {
    const { saver, sent, change } = testbed()
    change([...START.slides, quiz('q', 'Is it tea?')])
    await saver.save()
    expect(sent[0]!.lesson!.slides![2]).toMatchObject({ question: { prompt: 'Is it tea?' } })
    expect(saver.draft.slides[2]).toMatchObject({ questionId: 'q1' })
    const { slides } = saver.draft
    change(slides.with(2, { ...(slides[2] as ReturnType<typeof quiz>), question: quiz('', 'Tea?').question }))
    await saver.save()
    expect(sent.slice(1)).toEqual([{ question: 'q1', version: 1 }])
  })

  test('a question of another type is a new question', async () => {
    const { saver, sent, change } = testbed()
    change([...START.slides, quiz('q', 'Is it tea?')])
    await saver.save()
    const slide = saver.draft.slides[2] as ReturnType<typeof quiz>
    change(saver.draft.slides.with(2, { ...slide, question: { ...slide.question, type: 'MULTIPLE_CHOICE' } }))
    await saver.save()
    expect(sent[1]!.lesson!.slides![2]).toMatchObject({ question: { type: 'MULTIPLE_CHOICE' } })
    expect(saver.draft.slides[2]).toMatchObject({ questionId: 'q2' })
  })

  test('another version opens the choice once, stays on the device, and nothing is sent before it', async () => {
    const { saver, device, sent, states, conflicts, change } = testbed([changed])
    change([text('a', 'Mine')])
    await saver.save()
    change([text('a', 'Mine again')])
    await saver.save()
    expect([sent.length, conflicts.length, states.at(-1)]).toEqual([1, 1, 'conflict'])
    expect(device.stored?.draft.slides[0]).toMatchObject({ title: 'Mine again' })
    saver.resolve(saver.draft, { ...saver.saved, version: 9 })
    await saver.save()
    expect([sent.at(-1)!.version, device.stored]).toEqual([9, undefined])
  })

  test('without the service the words stay on the device', async () => {
    const { saver, device, states, change } = testbed([unreachable])
    change([text('a', 'X')])
    await saver.save()
    expect([device.stored?.draft.slides.length, states.at(-1)]).toEqual([1, 'device'])
    await saver.save()
    expect([device.stored, states.at(-1)]).toEqual([undefined, 'saved'])
  })

  test('a save whose answer was lost is no version of another author, and the words typed since are sent', async () => {
    const { saver, sent, conflicts, change } = testbed([unreachable, unreachable, changed])
    change([...START.slides, quiz('q', 'Is it tea?')])
    await saver.save()
    change([text('a', 'Not sent'), text('b', 'Two'), quiz('q', 'Is it tea?')])
    await saver.save()
    change([text('a', 'Last words'), text('b', 'Two'), quiz('q', 'Is it tea?')])
    await saver.save()
    expect(conflicts).toHaveLength(1)
    // The service got the first of the three.
    const slides = [text('x', 'One'), text('y', 'Two'), { ...quiz('z', 'Is it tea?'), questionId: 'q9' }]
    const questions = { q9: { version: 1, question: quiz('', 'Is it tea?').question } }
    const theirs = { version: 2, draft: { ...START, slides: [text('x', 'Other')] }, questions: {} }
    expect(saver.takeUnanswered(theirs)).toBe(false)
    expect(saver.takeUnanswered({ version: 2, draft: { ...START, slides }, questions })).toBe(true)
    await saver.save()
    // The slides on the screen are the same ones, and the question is not created twice.
    expect(saver.draft.slides).toMatchObject([
      { key: 'a', title: 'Last words' },
      { key: 'b' },
      { key: 'q', questionId: 'q9' },
    ])
    expect(sent.at(-1)).toMatchObject({
      version: 2,
      lesson: { slides: [{ title: 'Last words' }, { title: 'Two' }, { type: 'QUIZ', questionId: 'q9' }] },
    })
    expect([saver.isSaved, conflicts.length]).toEqual([true, 1])
    expect(saver.takeUnanswered({ version: 2, draft: { ...START, slides }, questions })).toBe(false)
  })

  test('after a publication the draft follows other ids and versions, and the words typed meanwhile are sent', async () => {
    const { saver, sent, conflicts, change } = testbed()
    change([...START.slides, quiz('q', 'Is it tea?')])
    await saver.save()
    const published = Promise.withResolvers<void>()
    const publishing = saver.betweenSaves(async () => {
      await published.promise
      const slides = saver.saved.draft.slides.map((slide, index) => ({ ...slide, key: `new ${index}` }))
      slides[2] = { ...quiz('new 2', 'Is it tea?'), questionId: 'q9' }
      const questions = { q9: { version: 5, question: quiz('', 'Is it tea?').question } }
      saver.follow({ version: 7, draft: { ...saver.saved.draft, slides }, questions })
    })
    change(saver.draft.slides.with(2, { ...quiz('q', 'Tea?'), questionId: 'q1' }))
    const saving = saver.save()
    await Bun.sleep(1)
    expect(sent).toHaveLength(1)
    published.resolve()
    await Promise.all([publishing, saving])
    expect(saver.draft.slides.map(({ key }) => key)).toEqual(['a', 'b', 'q'])
    expect([sent.slice(1), conflicts]).toEqual([[{ question: 'q9', version: 5 }], []])
    saver.change({ ...saver.draft, title: 'Coffee' })
    await saver.save()
    expect(sent.at(-1)).toEqual({ lesson: { title: 'Coffee' }, version: 7 })
  })

  test('a refused publication does not keep the next save back', async () => {
    const { saver, sent, change } = testbed()
    const publishing = saver.betweenSaves(() => Promise.reject(unreachable))
    change([text('a', 'X')])
    const saving = saver.save()
    expect(await publishing.catch((fault) => fault)).toBe(unreachable)
    await saving
    expect([sent.length, saver.isSaved]).toEqual([1, true])
  })

  test('discarded words are neither sent nor on the device', async () => {
    const { saver, device, sent, states, change } = testbed()
    change([text('a', '')])
    await saver.replace({ version: 4, draft: START, questions: {} })
    expect([device.stored, states.at(-1), saver.draft]).toEqual([undefined, 'saved', START])
    await saver.save()
    expect(sent).toEqual([])
  })
})
