import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addEveryQuestionType } from '../../../test/harness/every-question-type.ts'
import {
  copyFixture,
  createLearningTestbed,
  type LearningTestbed,
} from '../../../test/harness/learning-testbed.ts'
import type { UserId } from '../../platform/ids.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { answerOf, solutionOf } from '../questions/public/solution.ts'
import type { StoredQuestion } from '../questions/public/stored-question.ts'
import { lessonSeed } from './lesson-seed.ts'

let testbed: LearningTestbed
let lessonId: string
let learner: UserId
const copy = copyFixture()

beforeAll(async () => {
  testbed = await createLearningTestbed({ pack: null })
  addEveryQuestionType(copy.folder)
  await testbed.importFolder(copy.folder)
  const { lessons } = await testbed.course('number-sense')
  lessonId = lessons[1]!
  learner = await addLearner()
})
afterAll(async () => {
  copy.remove()
  await testbed.stop()
})

async function addLearner(): Promise<UserId> {
  const user = await testbed.addUser()
  const { lessons } = await testbed.course('number-sense')
  await testbed.call(`POST /user-lessons/${lessons[0]}/complete`, user, {})
  return user
}

interface QuestionSlide {
  type: 'QUIZ' | 'QUESTION'
  attempt: string
  question: { id: string; type: string } & Record<string, unknown>
}

async function readSlides(user = learner): Promise<QuestionSlide[]> {
  const { body } = await testbed.call(`GET /lesson/${lessonId}`, user)
  return body.data.slides.filter(({ type }: QuestionSlide) => type === 'QUIZ' || type === 'QUESTION')
}

async function stored(id: string): Promise<StoredQuestion> {
  const { questions } = await catalogCache(testbed.platform).getLessonContent(lessonId as never)
  return questions.get(id as never)!
}

function answer(body: Record<string, unknown>, user = learner) {
  return testbed.call(`POST /user-lessons/${lessonId}/answers`, user, body)
}

describe('a lesson with every question type', () => {
  test('single choice is a QUIZ slide in the specified shape, every other type a QUESTION slide', async () => {
    const slides = await readSlides()
    expect(slides.map(({ question }) => question.type)).toEqual([...QUESTION_TYPES])
    expect(slides.map(({ type }) => type)).toEqual(['QUIZ', ...Array(6).fill('QUESTION')])
    const [{ question }] = slides as [QuestionSlide]
    expect((question.options as string[])[question.correctIndex as number]).toBe('3')
    expect(question).toMatchObject({ prompt: 'What is $\\sqrt{9}$?', hasHint: true })
    expect(question.promptHtml).toContain('<msqrt>')
  })

  test('a QUESTION slide does not contain the solution', async () => {
    for (const { question } of (await readSlides()).slice(1)) {
      const shown = JSON.stringify(question)
      for (const secret of [
        '21.1',
        'angle plat',
        'explanation',
        'correct',
        'Look at the picture',
        'marathon is',
      ])
        expect(shown).not.toContain(secret)
    }
  })

  test('each read is a new attempt with its own order', async () => {
    const orders = new Set<string>()
    for (let read = 0; read < 30; read++) orders.add(JSON.stringify((await readSlides())[4]!.question.items))
    expect(orders.size).toBeGreaterThan(8)
  })

  test('pictures have the public URL in Markdown and HTML', async () => {
    const { question } = (await readSlides())[1]!
    const url = `${testbed.platform.config.publicUrl}/files/media/`
    expect(question.prompt).toContain(`](${url}`)
    expect(question.promptHtml).toContain(`<img src="${url}`)
    expect(question.promptHtml).toContain('alt="Three squares and a circle"')
  })

  test('the solution of each presented question is graded as right, and the response shows it', async () => {
    const user = await addLearner()
    for (const { question, attempt } of (await readSlides(user)).slice(1)) {
      const solution = solutionOf(await stored(question.id), lessonSeed(attempt))
      const response = await answer({ questionId: question.id, answer: answerOf(solution), attempt }, user)
      expect(response.status).toBe(200)
      expect(response.body.data).toMatchObject({ isCorrect: true, correctIndex: null, solution })
    }
    const rows = await testbed.platform.db<{ isCorrect: boolean }>`
      select is_correct as "isCorrect" from lesson_answer
      where user_id = ${user} and answer is not null and selected_option is null`
    expect(rows).toEqual(Array(6).fill({ isCorrect: true }))
  })

  test('the answer to one attempt is graded in the order of that attempt', async () => {
    const user = await addLearner()
    const one = (await readSlides(user))[4]!
    let other = one
    while (JSON.stringify(other.question.items) === JSON.stringify(one.question.items))
      other = (await readSlides(user))[4]!
    const question = await stored(one.question.id)
    const right = answerOf(solutionOf(question, lessonSeed(one.attempt)))
    const grades = []
    for (const { attempt } of [other, one]) {
      const { body } = await answer({ questionId: question.id, answer: right, attempt }, user)
      grades.push(body.data.isCorrect)
    }
    expect(grades).toEqual([false, true])
  })

  test('single choice is graded in the stored order with the feedback on the selected option', async () => {
    const user = await addLearner()
    const { question } = (await readSlides(user))[0]!
    const options = question.options as string[]
    const wrong = await answer({ questionId: question.id, selectedOption: options.indexOf('81') }, user)
    expect(wrong.body.data).toMatchObject({
      isCorrect: false,
      correctIndex: options.indexOf('3'),
      feedback: 'This is the square of 9.',
      feedbackHtml: '<p>This is the square of 9.</p>',
    })
    const right = await answer({ questionId: question.id, selectedOption: options.indexOf('3') }, user)
    expect(right.body.data).toMatchObject({ isCorrect: true, feedback: null })
  })

  test('a wrong answer names the parts that are right', async () => {
    const { question, attempt } = (await readSlides())[6]!
    const { body } = await answer({ questionId: question.id, answer: { gaps: ['FIVE', 'seven'] }, attempt })
    expect(body.data).toMatchObject({
      isCorrect: false,
      parts: [true, false],
      solution: { gaps: ['five', 'two'] },
    })
  })

  test.each<[string, number, Record<string, unknown>, string]>([
    ['no answer', 2, {}, 'selectedOption'],
    ['an option for a number', 2, { selectedOption: 1 }, 'selectedOption'],
    ['both kinds of answers', 2, { selectedOption: 1, answer: { value: 1 }, attempt: 'a' }, 'selectedOption'],
    ['an answer for single choice', 0, { answer: { text: '3' } }, 'answer.text'],
    ['no attempt', 2, { answer: { value: 1 } }, 'attempt'],
    ['a number with a comma', 2, { answer: { value: '1,5' }, attempt: 'a' }, 'answer.value'],
    ['an unknown unit', 2, { answer: { value: 1, unit: 'mile' }, attempt: 'a' }, 'answer.unit'],
    ['a long text', 3, { answer: { text: 'x'.repeat(10_000) }, attempt: 'a' }, 'answer.text'],
    ['an incomplete order', 4, { answer: { order: [0, 1] }, attempt: 'a' }, 'answer.order'],
    ['an order with a repeated item', 4, { answer: { order: [0, 1, 1, 2] }, attempt: 'a' }, 'answer.order'],
    ['a right side twice', 5, { answer: { matches: [0, 0, 1] }, attempt: 'a' }, 'answer.matches'],
    ['a right side beyond the last', 5, { answer: { matches: [0, 1, 9] }, attempt: 'a' }, 'answer.matches'],
    ['too few gaps', 6, { answer: { gaps: ['five'] }, attempt: 'a' }, 'answer.gaps'],
    ['an unknown field', 6, { answer: { words: ['five'] }, attempt: 'a' }, 'answer'],
    ['a long attempt', 6, { answer: { gaps: ['a', 'b'] }, attempt: 'a'.repeat(65) }, 'attempt'],
  ])('%s is a 400 with the field', async (_, index, body, field) => {
    const { question } = (await readSlides())[index]!
    const response = await answer({ questionId: question.id, ...body })
    expect([response.status, response.body.error?.details?.[0]?.field]).toEqual([400, field])
  })

  test('the largest number is graded as wrong', async () => {
    const { question } = (await readSlides())[2]!
    const response = await answer({
      questionId: question.id,
      answer: { value: Number.MAX_VALUE },
      attempt: 'a',
    })
    expect([response.status, response.body.data.isCorrect]).toEqual([200, false])
  })
})

describe('hints', () => {
  const askFor = (questionId: string, user: UserId) =>
    testbed.call(`POST /user-lessons/${lessonId}/hints`, user, { questionId })

  test('a hint is returned and recorded once, and the answer says that it was used', async () => {
    const user = await addLearner()
    const { question, attempt } = (await readSlides(user))[2]!
    const responses = await Promise.all(Array.from({ length: 20 }, () => askFor(question.id, user)))
    for (const { status, body } of responses)
      expect([status, body.data]).toEqual([
        200,
        { hint: 'A marathon is 42.195 km.', hintHtml: '<p>A marathon is 42.195 km.</p>' },
      ])
    expect(
      await testbed.platform.db`select question_id as id from lesson_hint where user_id = ${user}`,
    ).toEqual([{ id: question.id }])
    await answer({ questionId: question.id, answer: { value: 21_100, unit: 'm' }, attempt }, user)
    const rows = await testbed.platform.db`
      select is_correct as "isCorrect", used_hint as "usedHint" from lesson_answer where user_id = ${user}`
    expect(rows).toEqual([{ isCorrect: true, usedHint: true }])
    expect(testbed.lastEvents).toMatchObject([{ data: { questionId: question.id, usedHint: true } }])
  })

  test('a hint after the answer does not change the answer', async () => {
    const user = await addLearner()
    const { question, attempt } = (await readSlides(user))[2]!
    await answer({ questionId: question.id, answer: { value: 21 }, attempt }, user)
    await askFor(question.id, user)
    expect(
      await testbed.platform.db`select used_hint as "usedHint" from lesson_answer where user_id = ${user}`,
    ).toEqual([{ usedHint: false }])
  })

  test('a question without a hint and a question of another lesson are refused', async () => {
    const slides = await readSlides()
    for (const questionId of [slides[1]!.question.id, crypto.randomUUID()]) {
      const { status, body } = await askFor(questionId, learner)
      expect([status, body.error.details[0].field]).toEqual([400, 'questionId'])
    }
  })

  test('a locked lesson gives no hint', async () => {
    const { question } = (await readSlides())[2]!
    const { status, body } = await askFor(question.id, await testbed.addUser())
    expect([status, body.error.code]).toEqual([409, 'LESSON_LOCKED'])
  })
})
