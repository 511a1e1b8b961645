import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../../test/harness/barrier.ts'
import { silence, startTestLlm, TEST_LLM_KEY } from '../../../../test/harness/external-services/llm.ts'
import { spawnService } from '../../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import type { UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import { LlmError } from '../../../platform/llm/llm-error.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'
import { type CapstoneTestbed, createCapstoneTestbed, GOOD_NOTES, JAR } from '../capstone-testbed.ts'
import { projectIdOf } from '../project.ts'
import { enqueueDueAssessments } from './assess-submission.ts'
import type { Assessor } from './assessor.ts'
import { assessByKeywords } from './rules-assessor.ts'

let testbed: CapstoneTestbed
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
})
afterAll(() => testbed.stop())
beforeEach(() => {
  testbed.events.length = 0
})

interface Submitted {
  id: string
  userId: UserId
  courseId: string
}

async function submit(notes = GOOD_NOTES): Promise<Submitted> {
  const learner = await testbed.addLearner()
  const { body } = await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId, {
    notes,
  })
  return { ...learner, id: body.data.submissionId }
}

async function rowOf(id: string) {
  const [row] = await testbed.platform.db<{
    status: string
    ai: string
    cause: string | null
    notBefore: Date | null
  }>`
    select status, assessment_status as ai, review_cause as cause, assessment_retry_at as "notBefore"
    from project_submission where id = ${id}`
  return row!
}

/** Runs a callback before it assesses with the built-in rules. */
function assessorThat(waits: () => Promise<unknown>): Assessor & { calls: number } {
  const assessor = {
    name: 'slow',
    promptVersion: 'test',
    canPass: true,
    calls: 0,
    assess: async (work: Parameters<Assessor['assess']>[0]) => {
      assessor.calls++
      await waits()
      return assessByKeywords(work)
    },
  }
  return assessor
}

const later = (milliseconds: number) => () => new Date(Date.now() + milliseconds)

describe('assessSubmission', () => {
  test('a pass pays once, emits events, and updates the badge and the leaderboard', async () => {
    const { id, userId, courseId } = await submit()
    await testbed.assess(id)
    expect(await rowOf(id)).toMatchObject({ status: 'PASSED', ai: 'COMPLETED', cause: null })
    expect([await testbed.balanceOf(userId, 'XP'), await testbed.balanceOf(userId, 'GEM')]).toEqual([
      300n,
      100n,
    ])
    const emitted = Object.fromEntries(testbed.events.map(({ name, data }) => [name, data as object]))
    const about = { userId, projectId: projectIdOf(courseId), courseId, at: expect.any(String) }
    expect(emitted['capstones.project_passed']).toEqual(about)
    expect(emitted['capstones.project_assessed']).toEqual({
      ...about,
      submissionId: id,
      title: 'A savings jar',
      status: 'PASSED',
      percentage: expect.any(Number),
      xp: 300,
      gems: 100,
    })
    expect(emitted['badges.badge_unlocked']).toMatchObject({ badgeType: 'PROJECT_BUILDER' })
    const [score] = await testbed.platform.db<{
      xp: bigint
    }>`select xp from period_score where user_id = ${userId} limit 1`
    expect(Number(score!.xp)).toBe(300)
  })

  test('a failed assessment pays nothing and emits its event', async () => {
    const { id, userId } = await submit('A jar.')
    await testbed.assess(id)
    expect(await rowOf(id)).toMatchObject({ status: 'NEEDS_REVISION', ai: 'COMPLETED' })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(0n)
    expect(testbed.events.map(({ name }) => name)).toEqual(['capstones.project_assessed'])
    expect(testbed.events[0]!.data).toMatchObject({ status: 'NEEDS_REVISION', xp: 0, gems: 0 })
  })

  test('an assessment of a draft, an unknown submission or an assessed one does nothing', async () => {
    const learner = await testbed.addLearner()
    const draft = await testbed.call(`POST /course/${learner.courseId}/project/draft`, learner.userId, {
      notes: 'x',
    })
    const pendingCount = (await testbed.pendingJobs()).length
    await testbed.assess(draft.body.data.id)
    await testbed.assess(newId())
    const done = await submit()
    await testbed.assess(done.id)
    testbed.events.length = 0
    await testbed.assess(done.id)
    expect(testbed.events).toEqual([])
    expect(await testbed.balanceOf(done.userId, 'XP')).toBe(300n)
    expect(await testbed.pendingJobs()).toHaveLength(pendingCount + 1)
  })

  test('a running assessment shows UNDER_REVIEW and IN_PROGRESS and holds no transaction', async () => {
    const { id } = await submit()
    const assessor = assessorThat(async () => {
      expect(await rowOf(id)).toMatchObject({ status: 'UNDER_REVIEW', ai: 'IN_PROGRESS' })
      const open = await testbed.platform.db`
        select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
      expect(open).toEqual([])
    })
    await testbed.assess(id, { assessor })
    expect(assessor.calls).toBe(1)
    expect((await rowOf(id)).status).toBe('PASSED')
  })

  test('a submission that the assessor cannot assess goes to manual review', async () => {
    const { id, userId } = await submit()
    const broken = assessorThat(() => Promise.reject(new LlmError('refused', 'I would rather not.')))
    await testbed.assess(id, { assessor: broken })
    expect(await rowOf(id)).toMatchObject({
      status: 'UNDER_REVIEW',
      ai: 'FAILED',
      cause: 'ASSESSMENT_FAILED',
    })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(0n)
    await testbed.assess(id)
    expect((await rowOf(id)).ai).toBe('FAILED')
  })

  test('a postponed assessment runs at its retry time and not before', async () => {
    const { id } = await submit()
    const retryAt = new Date(Date.now() + 3_600_000)
    const busy = assessorThat(() => Promise.reject(new LlmError('budget_spent', 'spent', retryAt)))
    await testbed.assess(id, { assessor: busy })
    const waiting = await rowOf(id)
    expect(waiting).toMatchObject({ status: 'SUBMITTED', ai: 'PENDING' })
    expect(waiting.notBefore).toEqual(retryAt)
    const hint = (await testbed.pendingJobs()).findLast(({ data }) => data.submissionId === id)!
    expect(hint.startAfter).toEqual(retryAt)
    const early = assessorThat(async () => {})
    await testbed.assess(id, { assessor: early })
    expect(early.calls).toBe(0)
    expect(await enqueueDueAssessments(testbed.platform, new Date(Date.now() + 60_000))).not.toContain(
      id as never,
    )
    expect(await enqueueDueAssessments(testbed.platform, new Date(Date.now() + 3_700_000))).toContain(
      id as never,
    )
    await testbed.assess(id, { clock: later(3_600_001) })
    expect((await rowOf(id)).status).toBe('PASSED')
  })

  test('postponing for rate or budget does not count as an attempt', async () => {
    const { id } = await submit()
    for (let hour = 1; hour <= 8; hour++) {
      const retryAt = new Date(Date.now() + hour * 3_600_000)
      const busy = assessorThat(() => Promise.reject(new LlmError('busy', 'status 429', retryAt)))
      await testbed.assess(id, { assessor: busy, clock: later((hour - 1) * 3_600_000 + 1_000) })
      expect([busy.calls, (await rowOf(id)).ai]).toEqual([1, 'PENDING'])
    }
    await testbed.assess(id, { clock: later(9 * 3_600_000) })
    expect((await rowOf(id)).status).toBe('PASSED')
  })

  test('an internal error is retried, and after five attempts the submission goes to manual review', async () => {
    const { id } = await submit()
    const broken = assessorThat(() => Promise.reject(new Error('the disk is gone')))
    for (let time = 1; time <= 5; time++) {
      await testbed.assess(id, { assessor: broken, clock: later(time * 3_600_000) })
      expect((await rowOf(id)).ai).toBe('PENDING')
    }
    await testbed.assess(id, { assessor: broken, clock: later(7 * 3_600_000) })
    expect(await rowOf(id)).toMatchObject({ status: 'UNDER_REVIEW', ai: 'FAILED' })
    expect(broken.calls).toBe(5)
  })

  test('an aborted assessment can be claimed immediately by another worker', async () => {
    const { id } = await submit()
    const stopping = new AbortController()
    const assessor = assessorThat(async () => {
      stopping.abort()
      throw stopping.signal.reason
    })
    await testbed.assess(id, { assessor, signal: stopping.signal })
    await testbed.assess(id)
    expect((await rowOf(id)).status).toBe('PASSED')
  })

  test('an assessment of an erased user records nothing', async () => {
    const { id, userId } = await submit()
    const assessor = assessorThat(() => testbed.platform.db`delete from project_submission where id = ${id}`)
    await testbed.assess(id, { assessor })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(0n)
  })
})

describe('concurrent assessments', () => {
  test('concurrent assessments of one submission call the assessor once and pay once', async () => {
    const { id, userId } = await submit()
    const assessor = assessorThat(() => Bun.sleep(100))
    await Promise.all(Array.from({ length: 20 }, () => testbed.assess(id, { assessor })))
    expect(assessor.calls).toBe(1)
    expect([await testbed.balanceOf(userId, 'XP'), await testbed.balanceOf(userId, 'GEM')]).toEqual([
      300n,
      100n,
    ])
    expect(testbed.events.filter(({ name }) => name === 'capstones.project_passed')).toHaveLength(1)
    // The other workers enqueue a job for the time when the claim expires, in case its worker dies.
    const hints = (await testbed.pendingJobs()).filter(
      ({ data, startAfter }) => data.submissionId === id && startAfter,
    )
    expect(hints.length).toBeGreaterThan(0)
  })

  test('of two workers with a finished assessment only the one with the claim in force records and pays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, userId } = await submit()
      const assessor = assessorThat(createBarrier(2))
      await Promise.all([
        testbed.assess(id, { assessor }),
        waitUntil(() => assessor.calls === 1).then(() =>
          testbed.assess(id, { assessor, clock: later(31_000) }),
        ),
      ])
      expect(assessor.calls).toBe(2)
      expect((await rowOf(id)).status).toBe('PASSED')
      expect(await testbed.balanceOf(userId, 'XP')).toBe(300n)
      const [paid] = await testbed.platform.db<{ count: number }>`
        select count(*)::integer as count from ledger_transfer where source = ${`capstone:${projectIdOf(await courseOf(id))}:${userId}`}`
      expect(paid!.count).toBe(1)
      const emitted = testbed.events.filter(
        ({ data }) => (data as { submissionId?: string }).submissionId === id,
      )
      expect(emitted).toHaveLength(1)
    }
  })

  test('an unsafe control that checks for a payment and pays without a lock pays twice', async () => {
    const { id, userId } = await submit()
    const meet = createBarrier(2)
    const unsafeControl = () =>
      testbed.platform.write(async (tx) => {
        const [row] = await tx<{ status: string }>`select status from project_submission where id = ${id}`
        if (row!.status === 'PASSED') return
        await meet()
        await rewardUser(tx, {
          userId,
          ...JAR.reward,
          source: `unsafe-control:${newId()}`,
          reason: 'unsafe control',
          now: new Date(),
        })
        await tx`update project_submission set status = 'PASSED', assessment_status = 'COMPLETED' where id = ${id}`
      })
    await Promise.all([unsafeControl(), unsafeControl()])
    expect(await testbed.balanceOf(userId, 'XP')).toBe(600n)
  })
})

async function courseOf(id: string): Promise<string> {
  const [row] = await testbed.platform.db<{ courseId: string }>`
    select course_id as "courseId" from project_submission where id = ${id}`
  return row!.courseId
}

test('after a worker is killed the next worker assesses the submission, and it is paid once', async () => {
  const llm = startTestLlm(silence)
  const { id, userId } = await submit()
  const worker = await spawnService(
    {
      LYCEUM_ENV: 'test',
      DATABASE_URL: testbed.test.url,
      DATA_DIR: testbed.platform.config.dataDir,
      ...llm.settings,
    },
    'worker',
  )
  try {
    await waitUntil(() => llm.calls.length === 1)
    expect((await rowOf(id)).ai).toBe('IN_PROGRESS')
  } finally {
    await worker.kill('SIGKILL')
  }
  expect(worker.output()).not.toContain(TEST_LLM_KEY)
  // While the claim is in force, no other worker takes the submission.
  await testbed.assess(id)
  expect((await rowOf(id)).ai).toBe('IN_PROGRESS')
  const inAMinute = later(61_000)
  expect(await enqueueDueAssessments(testbed.platform, inAMinute())).toEqual([id as never])
  await testbed.assess(id, { clock: inAMinute })
  await testbed.assess(id, { clock: inAMinute })
  expect((await rowOf(id)).status).toBe('PASSED')
  expect([await testbed.balanceOf(userId, 'XP'), await testbed.balanceOf(userId, 'GEM')]).toEqual([
    300n,
    100n,
  ])
  await llm.stop()
})
