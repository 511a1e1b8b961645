import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collectOutcomes } from '../../../../test/harness/barrier.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { LlmError } from '../../../platform/llm/llm-error.ts'
import { rulesAssessor } from '../assessment/rules-assessor.ts'
import { type CapstoneTestbed, createCapstoneTestbed, GOOD_NOTES } from '../capstone-testbed.ts'
import { decideSubmission } from './decide-submission.ts'
import { listReviewQueue } from './list-review-queue.ts'
import type { Result, SubmissionId } from './submission.ts'

let testbed: CapstoneTestbed
let reviewer: UserId
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
  reviewer = await testbed.addUser()
})
afterAll(() => testbed.stop())
beforeEach(() => {
  testbed.events.length = 0
})

interface Submitted {
  id: SubmissionId
  userId: UserId
  courseId: string
}

async function found(notes: string): Promise<Submitted> {
  const learner = await testbed.addLearner()
  const { data } = (
    await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId, { notes })
  ).body
  await testbed.assess(data.submissionId)
  return { ...learner, id: data.submissionId }
}

const appeal = ({ userId, courseId }: Submitted, reason: unknown = 'Look at the tests.') =>
  testbed.call(`POST /course/${courseId}/project/submission/appeal`, userId, { reason })
const statusOf = async ({ userId, courseId }: Submitted) =>
  (await testbed.call(`GET /course/${courseId}/project/submission`, userId)).body.data
const decide = (id: SubmissionId, decision: Result, by = reviewer) =>
  testbed.platform.write((tx) =>
    decideSubmission(tx, {
      submissionId: id,
      reviewerId: by,
      decision,
      reason: 'I have looked.',
      now: new Date(),
    }),
  )
const queueOf = async (id: SubmissionId) =>
  (await listReviewQueue(testbed.platform.db, { limit: 100, offset: 0 })).items.find((item) => item.id === id)

/** A paraphrase of the rubric about something else, which the rules cannot tell from honest work. */
const POTATOES = [
  'Every deposit of potatoes into the cellar raises the balance of the harvest, and the money comes later.',
  'To withdraw a sack is done safely, because a potato that goes out is weighed both ways.',
  'Twelve tests by taste check each potato, and a rotten one must revert to compost.',
].join(' ')

describe('the built-in rules', () => {
  const submit = async (notes: string): Promise<Submitted> => {
    const learner = await testbed.addLearner()
    const { body } = await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId, {
      notes,
    })
    await testbed.assess(body.data.submissionId, { assessor: rulesAssessor })
    return { ...learner, id: body.data.submissionId }
  }

  test.each([
    ['honest work', GOOD_NOTES],
    ['a paraphrased rubric about potatoes', POTATOES],
  ])('%s with enough points waits for a person, and nothing is paid or announced', async (_, notes) => {
    const submitted = await submit(notes)
    expect(await statusOf(submitted)).toMatchObject({
      status: 'UNDER_REVIEW',
      aiAssessmentStatus: 'COMPLETED',
      settledAt: null,
      assessment: { passed: false, assessor: 'rules' },
    })
    expect(await queueOf(submitted.id)).toMatchObject({ reviewCause: 'PASS_PROPOSED' })
    expect(await testbed.balanceOf(submitted.userId, 'XP')).toBe(0n)
    expect(testbed.events.filter(({ name }) => name.startsWith('capstones.'))).toEqual([])
  })

  test('a person fails the potatoes and passes the honest work, which is paid once', async () => {
    const [potatoes, honest] = [await submit(POTATOES), await submit(GOOD_NOTES)]
    await decide(potatoes.id, 'NEEDS_REVISION')
    expect(await statusOf(potatoes)).toMatchObject({ status: 'NEEDS_REVISION' })
    expect(await testbed.balanceOf(potatoes.userId, 'GEM')).toBe(0n)
    const outcome = await collectOutcomes(Array.from({ length: 10 }, () => decide(honest.id, 'PASSED')))
    expect(outcome).toEqual({ done: 1, refused: { NOT_IN_REVIEW: 9 } })
    expect(await testbed.balanceOf(honest.userId, 'GEM')).toBe(100n)
  })

  test('a submission with too few points fails without a person', async () => {
    expect(await statusOf(await submit('A jar.'))).toMatchObject({ status: 'NEEDS_REVISION' })
  })
})

describe('POST /course/:courseId/project/submission/appeal', () => {
  test('an appeal puts the complete submission into the review queue', async () => {
    const submitted = await found('A jar.')
    expect(Date.parse((await statusOf(submitted)).appealableUntil)).toBeGreaterThan(
      Date.now() + 13 * 86_400_000,
    )
    const { status, body } = await appeal(submitted)
    expect([status, body.data]).toEqual([
      201,
      { submissionId: submitted.id, status: 'UNDER_REVIEW', appealedAt: expect.any(String) },
    ])
    expect(await statusOf(submitted)).toMatchObject({
      status: 'UNDER_REVIEW',
      aiAssessmentStatus: 'COMPLETED',
      appeal: { reason: 'Look at the tests.' },
      appealableUntil: null,
    })
    expect(await queueOf(submitted.id)).toMatchObject({
      userId: submitted.userId,
      notes: 'A jar.',
      reviewCause: 'APPEAL',
      appealReason: 'Look at the tests.',
      assessment: { passed: false },
      project: { title: 'A savings jar' },
    })
    const resubmitted = await testbed.call(
      `POST /course/${submitted.courseId}/project/submit`,
      submitted.userId,
      { notes: 'x' },
    )
    expect(resubmitted.body.error.code).toBe('ASSESSMENT_PENDING')
  })

  test('an appeal is possible for exactly 14 days after the result', async () => {
    const submitted = await found('A jar.')
    const age = (interval: string) =>
      testbed.platform
        .db`update project_submission set settled_at = now() - ${interval}::interval where id = ${submitted.id}`
    await age('14 days 1 second')
    const late = await appeal(submitted)
    expect([late.status, late.body.error.code]).toEqual([409, 'APPEAL_PERIOD_OVER'])
    await age('13 days 23 hours 59 minutes')
    expect((await appeal(submitted)).status).toBe(201)
  })

  test('an appeal is refused without a result, after a pass, after another appeal and without a submission', async () => {
    const learner = await testbed.addLearner()
    const own = { ...learner, id: newId() as unknown as SubmissionId }
    expect((await appeal(own)).body.error.code).toBe('SUBMISSION_NOT_FOUND')
    await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId, { notes: 'A jar.' })
    expect((await appeal(own)).body.error.code).toBe('NOTHING_TO_APPEAL')
    const passed = await found(GOOD_NOTES)
    expect((await appeal(passed)).body.error.code).toBe('NOTHING_TO_APPEAL')
    const twice = await found('A jar.')
    await appeal(twice)
    expect((await appeal(twice)).body.error.code).toBe('ALREADY_APPEALED')
    await decide(twice.id, 'NEEDS_REVISION')
    expect((await appeal(twice)).body.error.code).toBe('ALREADY_APPEALED')
  })

  test.each([undefined, '', '  ', 7, null, 'x'.repeat(2_001)])(
    'an appeal with the reason %j is 400',
    async (reason) => {
      const submitted = await found('A jar.')
      expect(
        (
          await testbed.call(
            `POST /course/${submitted.courseId}/project/submission/appeal`,
            submitted.userId,
            {
              reason,
            },
          )
        ).status,
      ).toBe(400)
    },
  )

  test('one of fifty concurrent appeals succeeds', async () => {
    const submitted = await found('A jar.')
    const responses = await Promise.all(Array.from({ length: 50 }, () => appeal(submitted)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.error?.code === 'ALREADY_APPEALED')).toHaveLength(49)
  })

  test('one of a concurrent appeal and a new submission succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const submitted = await found('A jar.')
      const resubmit = () =>
        testbed.call(`POST /course/${submitted.courseId}/project/submit`, submitted.userId, { notes: 'x' })
      const responses = await Promise.all(
        round % 2 ? [appeal(submitted), resubmit()] : [resubmit(), appeal(submitted)],
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    }
  })
})

describe('listReviewQueue', () => {
  test('the review queue is paged and sorted by waiting time', async () => {
    const own = await createCapstoneTestbed()
    try {
      const ids: string[] = []
      for (let index = 0; index < 5; index++) {
        const { userId, courseId } = await own.addLearner()
        const { data } = (
          await own.call(`POST /course/${courseId}/project/submit`, userId, { notes: 'A jar.' })
        ).body
        const assess = () => Promise.reject(new LlmError('refused', 'no'))
        await own.assess(data.submissionId, {
          assessor: { name: 'x', promptVersion: 'x', canPass: true, assess },
        })
        ids.push(data.submissionId)
      }
      const page = (limit: number, offset: number) => listReviewQueue(own.platform.db, { limit, offset })
      const { total, items } = await page(3, 0)
      expect([total, items.map(({ id }) => id as string)]).toEqual([5, ids.slice(0, 3)])
      expect((await page(3, 3)).items.map(({ id, reviewCause }) => [id as string, reviewCause])).toEqual(
        ids.slice(3).map((id) => [id, 'ASSESSMENT_FAILED']),
      )
    } finally {
      await own.stop()
    }
  })
})

describe('decideSubmission', () => {
  test('a pass by a reviewer pays once, emits events, and shows the reason but not the reviewer', async () => {
    const submitted = await found('A jar.')
    await appeal(submitted)
    testbed.events.length = 0
    await decide(submitted.id, 'PASSED')
    const shown = await statusOf(submitted)
    expect(shown).toMatchObject({
      status: 'PASSED',
      review: { decision: 'PASSED', reason: 'I have looked.', decidedAt: expect.any(String) },
    })
    expect(JSON.stringify(shown)).not.toContain(reviewer)
    expect(await testbed.balanceOf(submitted.userId, 'XP')).toBe(300n)
    expect(testbed.events.map(({ name }) => name)).toContain('capstones.project_passed')
    expect(await queueOf(submitted.id)).toBeUndefined()
    const [row] = await testbed.platform.db<{ reviewer: string }>`
      select reviewer_id as reviewer from project_submission where id = ${submitted.id}`
    expect(row!.reviewer).toBe(reviewer)
  })

  test('a decision for revision allows another attempt', async () => {
    const submitted = await found('A jar.')
    await appeal(submitted)
    await decide(submitted.id, 'NEEDS_REVISION')
    expect(await statusOf(submitted)).toMatchObject({ status: 'NEEDS_REVISION' })
    expect(await testbed.balanceOf(submitted.userId, 'XP')).toBe(0n)
    const { status } = await testbed.call(
      `POST /course/${submitted.courseId}/project/submit`,
      submitted.userId,
      {
        notes: 'x',
      },
    )
    expect(status).toBe(201)
  })

  test('one of twenty concurrent decisions is recorded and paid', async () => {
    const submitted = await found('A jar.')
    await appeal(submitted)
    const outcome = await collectOutcomes(Array.from({ length: 20 }, () => decide(submitted.id, 'PASSED')))
    expect(outcome).toEqual({ done: 1, refused: { NOT_IN_REVIEW: 19 } })
    expect(await testbed.balanceOf(submitted.userId, 'XP')).toBe(300n)
  })

  test('a decision is refused for the reviewer’s own submission, an unknown one, and one that is not in review', async () => {
    const submitted = await found('A jar.')
    const refusal = (id: SubmissionId, by?: UserId) =>
      decide(id, 'PASSED', by).catch((error: { code: string }) => error.code)
    expect(await refusal(submitted.id)).toBe('NOT_IN_REVIEW')
    await appeal(submitted)
    expect(await refusal(submitted.id, submitted.userId)).toBe('OWN_SUBMISSION')
    expect(await refusal(newId())).toBe('SUBMISSION_NOT_FOUND')
    expect(await testbed.balanceOf(submitted.userId, 'XP')).toBe(0n)
  })
})
