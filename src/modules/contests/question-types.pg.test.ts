import { afterAll, beforeAll, expect, test } from 'bun:test'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { AnswerRequest } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { answerOf, solutionOf } from '../questions/public/solution.ts'
import { SAMPLE_CONTENTS } from '../questions/question-testbed.ts'
import { attemptSeed } from './attempt.ts'
import { type ContestTestbed, contestPath, createContestTestbed } from './contest-testbed.ts'
import type { ContestDraft } from './public/contest-draft.ts'
import { findContest } from './queries.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(() => testbed.stop())

const QUESTIONS = QUESTION_TYPES.map((type) => ({
  ...SAMPLE_CONTENTS[type],
  prompt: `A ${type} question with $x^2$`,
  explanation: `The secret of ${type}`,
  optionFeedback: type === 'MULTIPLE_CHOICE' ? ['', 'About b', '', ''] : null,
})) as ContestDraft['questions']

async function rightAnswers(
  contestId: Awaited<ReturnType<ContestTestbed['create']>>,
  userId: string,
): Promise<GivenAnswer[]> {
  const contest = (await findContest(testbed.db, contestId))!
  const seed = attemptSeed(contest, userId as never)
  return (await getStoredQuestions(testbed.db, contest.questionIds)).map((question) => {
    const { selectedOption, ...answer } = answerOf(solutionOf(question, seed))
    return { questionId: question.id, ...(selectedOption === undefined ? { answer } : { selectedOption }) }
  })
}

test('a contest asks, grades and reviews questions of every type', async () => {
  const contestId = await testbed.create({ questions: QUESTIONS, minParticipants: 1, entryFeeGems: 0 })
  const [ada, bob] = [await testbed.player(0), await testbed.player(0)]
  for (const user of [ada, bob]) await testbed.join(contestId, user)
  const started = await testbed.call(`POST ${contestPath(contestId, '/start')}`, ada)
  const shown: { type: string; promptHtml: string }[] = started.body.data.questions
  expect(shown.map(({ type }) => type).sort()).toEqual([...QUESTION_TYPES].sort())
  for (const { promptHtml } of shown) expect(promptHtml).toContain('<math>')
  expect(JSON.stringify(started.body)).not.toMatch(/secret|correct|accepted|About b|café/)

  const answers = await rightAnswers(contestId, ada.id)
  const submitted = await testbed.call(`POST ${contestPath(contestId, '/submit')}`, ada, { answers })
  expect([submitted.status, submitted.body.data.totalQuestions]).toEqual([200, QUESTION_TYPES.length])

  await testbed.call(`POST ${contestPath(contestId, '/start')}`, bob)
  const others = await rightAnswers(contestId, bob.id)
  const wrong = others.map((given) => (given.answer?.text ? { ...given, answer: { text: 'tea' } } : given))
  await testbed.call(`POST ${contestPath(contestId, '/submit')}`, bob, { answers: wrong })

  testbed.time.pass(10 * MINUTE_MS)
  await testbed.reconcile()
  const scores = await Promise.all([ada, bob].map((user) => testbed.detail(contestId, user)))
  const bobScore = Math.floor((100 * (QUESTION_TYPES.length - 1)) / QUESTION_TYPES.length)
  expect(scores.map(({ userStatus }) => userStatus.score)).toEqual([100, bobScore])
  const { body } = await testbed.call(`GET ${contestPath(contestId, '/review')}`, bob)
  for (const question of body.data.questions) {
    expect(question.isCorrect).toBe(question.type !== 'SHORT_TEXT')
    expect(question.explanation).toBe(`The secret of ${question.type}`)
    expect(question.solution.type).toBe(question.type)
    expect(question.correctIndex === null).toBe(question.type !== 'SINGLE_CHOICE')
    const given: AnswerRequest = others.find(({ questionId }) => questionId === question.id)!
    if (question.type === 'SHORT_TEXT') expect(question.answer).toEqual({ text: 'tea' })
    else expect(question.answer ?? question.selectedOption).toEqual(given.answer ?? given.selectedOption)
  }
})

test('the review of an ended contest has the feedback on the chosen option, and nothing has it before', async () => {
  const options = ['a key', 'a name', 'a nonce', 'a fee']
  const optionFeedback = ['Feedback on a key.', 'Feedback on `a name`.', 'Feedback on a nonce.', '']
  const question = { type: 'SINGLE_CHOICE', options, correctIndex: 0, optionFeedback }
  const questions = Array.from({ length: 4 }, (_, index) => ({ ...question, prompt: `What signs ${index}?` }))
  const contestId = await testbed.create({
    questions: questions as ContestDraft['questions'],
    minParticipants: 1,
    entryFeeGems: 0,
  })
  const [user, other] = [await testbed.player(0), await testbed.player(0)]
  for (const each of [user, other]) await testbed.join(contestId, each)
  const ask = (route: string, body?: object) =>
    testbed.call(`POST ${contestPath(contestId, route)}`, user, body)
  const started = await ask('/start')
  const shown: { id: string; options: string[] }[] = started.body.data.questions
  // The first three options, and no answer to the last question.
  const answers = shown.slice(0, 3).map(({ id, options: own }, index) => ({
    questionId: id,
    selectedOption: own.indexOf(options[index + 1]!),
  }))
  const submitted = await ask('/submit', { answers })
  const early = await testbed.call(`GET ${contestPath(contestId, '/review')}`, user)
  expect(early.body.error?.code).toBe('CONTEST_NOT_SETTLED')
  for (const { body } of [started, submitted, early]) expect(JSON.stringify(body)).not.toContain('Feedback')

  await testbed.call(`POST ${contestPath(contestId, '/start')}`, other)
  testbed.time.pass(10 * MINUTE_MS)
  await testbed.reconcile()
  const reviewOf = async (reader: typeof user) =>
    (await testbed.call(`GET ${contestPath(contestId, '/review')}`, reader)).body.data.questions.map(
      ({ feedback, feedbackHtml }: Record<string, unknown>) => [feedback, feedbackHtml],
    )
  expect(await reviewOf(user)).toEqual([
    ['Feedback on `a name`.', '<p>Feedback on <code>a name</code>.</p>'],
    ['Feedback on a nonce.', '<p>Feedback on a nonce.</p>'],
    [null, null],
    [null, null],
  ])
  expect(await reviewOf(other)).toEqual(Array.from({ length: 4 }, () => [null, null]))
})

test('an impossible answer is a 400 with its field, and the participant can submit again', async () => {
  const contestId = await testbed.create({ questions: QUESTIONS, entryFeeGems: 0 })
  const user = await testbed.player(0)
  await testbed.join(contestId, user)
  await testbed.call(`POST ${contestPath(contestId, '/start')}`, user)
  const answers = await rightAnswers(contestId, user.id)
  const submit = async (at: number, given: object) => {
    const { questionId } = answers[at]!
    const changed = answers.with(at, { questionId, ...given } as never)
    const response = await testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
      answers: changed,
    })
    return [response.status, response.body.error?.details?.[0]?.field]
  }
  expect(await submit(0, { selectedOption: 7 })).toEqual([400, 'answers.0.selectedOption'])
  expect(await submit(0, {})).toEqual([400, 'answers.0.selectedOption'])
  expect(await submit(1, { selectedOption: 0 })).toEqual([400, 'answers.1.selectedOption'])
  expect(await submit(2, { answer: { value: '1,5' } })).toEqual([400, 'answers.2.answer.value'])
  expect(await submit(4, { answer: { order: [0, 0, 1, 2] } })).toEqual([400, 'answers.4.answer.order'])
  expect(await submit(6, { answer: { gaps: ['x'.repeat(10_000), ''] } })).toEqual([
    400,
    'answers.6.answer.gaps.0',
  ])
  const submitted = await testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, { answers })
  expect(submitted.status).toBe(200)
})
