import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
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

setDefaultTimeout(60_000)

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

/** Judges like the rules do, after what a test wants to happen in between. */
function assessorThat(waits: () => Promise<unknown>): Assessor & { calls: number } {
  const assessor = {
    name: 'slow',
    promptVersion: 'test',
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

describe('an assessment', () => {
  test('that passes pays once, tells it, and moves the badge and the leaderboard', async () => {
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

  test('that does not pass pays nothing, and is told too', async () => {
    const { id, userId } = await submit('A jar.')
    await testbed.assess(id)
    expect(await rowOf(id)).toMatchObject({ status: 'NEEDS_REVISION', ai: 'COMPLETED' })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(0n)
    expect(testbed.events.map(({ name }) => name)).toEqual(['capstones.project_assessed'])
    expect(testbed.events[0]!.data).toMatchObject({ status: 'NEEDS_REVISION', xp: 0, gems: 0 })
  })

  test('of a draft, of nothing, and of what was assessed before, does nothing', async () => {
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

  test('sees UNDER_REVIEW and IN_PROGRESS while it is under way, and holds no transaction meanwhile', async () => {
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

  test('that nobody gives goes to people', async () => {
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

  test('that has to wait is asked for again when it is time, and not before', async () => {
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

  test('that has to wait again and again is not given up for it: nobody has tried', async () => {
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

  test('that fails by a fault of ours is tried again, and after five times is for people', async () => {
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

  test('that a stopping process gives up is free for the next one at once', async () => {
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

  test('of somebody who has left comes to nothing', async () => {
    const { id, userId } = await submit()
    const assessor = assessorThat(() => testbed.platform.db`delete from project_submission where id = ${id}`)
    await testbed.assess(id, { assessor })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(0n)
  })
})

describe('run many times at once', () => {
  test('it is asked for once and paid once', async () => {
    const { id, userId } = await submit()
    const assessor = assessorThat(() => Bun.sleep(100))
    await Promise.all(Array.from({ length: 20 }, () => testbed.assess(id, { assessor })))
    expect(assessor.calls).toBe(1)
    expect([await testbed.balanceOf(userId, 'XP'), await testbed.balanceOf(userId, 'GEM')]).toEqual([
      300n,
      100n,
    ])
    expect(testbed.events.filter(({ name }) => name === 'capstones.project_passed')).toHaveLength(1)
    // Who came in vain asks again when the claim of the first runs out, in case that one dies.
    const hints = (await testbed.pendingJobs()).filter(
      ({ data, startAfter }) => data.submissionId === id && startAfter,
    )
    expect(hints.length).toBeGreaterThan(0)
  })

  test('two that both hold a finished assessment record and pay one, because the claim is the other’s by then', async () => {
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

  test('an unsafe control that checks for a payment and then pays without a lock pays twice', async () => {
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

test('a worker that is killed in the middle leaves the submission to the next, and it is paid once', async () => {
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
    await waitUntil(() => llm.calls.length === 1, 40)
    expect((await rowOf(id)).ai).toBe('IN_PROGRESS')
  } finally {
    await worker.kill('SIGKILL')
  }
  expect(worker.output()).not.toContain(TEST_LLM_KEY)
  // As long as the claim may still be somebody's, it is left alone.
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
