import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import {
  completion,
  failure,
  type LlmCall,
  startTestLlm,
  type TestLlm,
} from '../../../test/harness/external-services/llm.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { formOf } from './capstone-testbed.ts'

/** Runs the complete service with jobs and the shipped catalog: with the built-in rules and with a model. */

async function enrolled(service: TestService): Promise<{ learner: TestUser; path: string }> {
  const learner = await service.register()
  const token = learner.accessToken
  const { body } = await service.call('GET /course?limit=100', { token })
  const course = body.data.find(({ title }: { title: string }) => title.includes('Data'))
  await service.call(`POST /user-courses/enroll/${course.id}`, { token })
  return { learner, path: `/course/${course.id}/project` }
}

interface Submission {
  submissionId: string
  status: string
  aiAssessmentStatus: string
  attempt: number
  assessment: { percentage: number; assessor: string }
}

/** Waits for the end of the assessment. */
async function resultOf(
  service: TestService,
  { accessToken: token }: TestUser,
  path: string,
): Promise<Submission> {
  let data: Submission
  await waitUntil(async () => {
    data = (await service.call(`GET ${path}/submission`, { token })).body.data
    return ['COMPLETED', 'FAILED'].includes(data.aiAssessmentStatus)
  })
  return data!
}

/** Decides as the administrator of the demo about a submission that waits in the queue. */
async function decideAsDemoAdmin(
  service: TestService,
  submissionId: string,
  { decision, queued }: { decision: 'PASSED' | 'NEEDS_REVISION'; queued: object },
): Promise<void> {
  const login = { email: 'admin@lyceum.local', password: 'admin-demo-1' }
  const { accessToken } = (await service.call('POST /auth/login', { body: login })).body.data
  const queue = (await service.call('GET /admin/submissions', { token: accessToken })).body.data
  expect(queue.find(({ id }: { id: string }) => id === submissionId)).toMatchObject(queued)
  const { status } = await service.call(`POST /admin/submissions/${submissionId}/decision`, {
    token: accessToken,
    body: { decision, reason: 'I have read it.' },
  })
  expect(status).toBe(200)
}

/** Submits a text that has all words of the rubric and is about potatoes, and returns the result of its assessment. */
async function submitPotatoes(service: TestService) {
  const { learner, path } = await enrolled(service)
  const token = learner.accessToken
  const { rubric } = (await service.call(`GET ${path}`, { token })).body.data
  const notes = (rubric as { criterion: string }[])
    .flatMap(({ criterion }) => criterion.match(/\p{L}+/gu)!)
    .map((word) => `My potato ${word} grew slowly in muddy sacks behind the old cellar.`)
    .join(' ')
  const { status } = await service.call(`POST ${path}/submit`, {
    token,
    body: { submissionType: 'TEXT', notes },
  })
  expect(status).toBe(201)
  const result = await resultOf(service, learner, path)
  const totals = async () => {
    const { totalXP, totalGems } = (await service.call('GET /user/profile', { token })).body.data
    return [totalXP, totalGems]
  }
  const shown = async () => (await service.call(`GET ${path}/submission`, { token })).body.data
  return { result, totals, shown }
}

describe('with the built-in rules', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ DEMO_CONTENT: 'on' })
  })
  afterAll(() => service.stop())

  test('a user fails, submits again, is passed by a person, and gets rewards, a badge and a rank', async () => {
    const { learner, path } = await enrolled(service)
    const token = learner.accessToken
    const project = (await service.call(`GET ${path}`, { token })).body.data
    expect(project).toMatchObject({ passingScore: 70, maxScore: 100, xpReward: 300, gemReward: 100 })
    await service.call(`POST ${path}/submit`, {
      token,
      body: { submissionType: 'TEXT', notes: 'I made a report.' },
    })
    expect(await resultOf(service, learner, path)).toMatchObject({ status: 'NEEDS_REVISION', attempt: 1 })

    const report = [
      '# Should our stall open on Sundays?',
      'My question is a decision: open when the measure, the median takings of a day, exceeds 40 in any group of days.',
      'One row is one sale; every column has a type and a unit, and the source is a notebook that I collected myself, with a gap in May.',
      'I cleaned the raw rows: 3 missing prices were removed, 2 duplicates dropped, an outlier kept with its reason, all of it in a log.',
      'Mean, median, range and count were compared for each group, and the standard deviation gives the spread around the centre.',
      'The bar chart begins its axis at zero and carries a title, a label and units for each line of sales.',
      'My conclusion: I recommend to open, but the sample is small and uncertain; a correlation is no cause, and rain is another explanation and a limit.',
    ].join('\n\n')
    const form = formOf({ submissionType: 'FILE_UPLOAD', notes: 'The report is attached.' }, [
      'files',
      'report.md',
      report,
    ])
    expect((await service.call(`POST ${path}/draft`, { token, body: form })).status).toBe(200)
    expect((await service.call(`POST ${path}/submit`, { token })).status).toBe(201)
    const result = await resultOf(service, learner, path)
    expect(result).toMatchObject({
      status: 'UNDER_REVIEW',
      attempt: 2,
      assessment: { assessor: 'rules', passed: false },
    })
    expect((await service.call('GET /user/profile', { token })).body.data.totalXP).toBe(0)
    const queued = { reviewCause: 'PASS_PROPOSED', assessment: { assessor: 'rules' } }
    await decideAsDemoAdmin(service, result.submissionId, { decision: 'PASSED', queued })
    expect((await service.call(`GET ${path}/submission`, { token })).body.data).toMatchObject({
      status: 'PASSED',
      review: { decision: 'PASSED', reason: 'I have read it.' },
    })

    const { files } = (await service.call(`GET ${path}/submission`, { token })).body.data
    const { pathname, search } = new URL(files[0].url)
    expect(await (await fetch(service.url + pathname + search)).text()).toBe(report)
    expect((await fetch(service.url + pathname)).status).toBe(404)

    const profile = (await service.call('GET /user/profile', { token })).body.data
    expect([profile.totalXP, profile.totalGems]).toEqual([300, 100])
    const { body } = await service.call('GET /badges/progress/me', { token })
    const badge = body.data.find(({ badgeType }: { badgeType: string }) => badgeType === 'PROJECT_BUILDER')
    expect(badge.isCompleted).toBe(true)
    const board = await service.call('GET /leaderboard/my-position', { token })
    expect(JSON.stringify(board.body.data)).toContain('300')
    const document = (await service.call('GET /user/export', { token })).body.data
    expect(document.capstones).toHaveLength(2)
  })

  test('a rubric paraphrased about potatoes has enough points, waits for a person, and earns nothing', async () => {
    const { result, totals, shown } = await submitPotatoes(service)
    expect(result).toMatchObject({
      status: 'UNDER_REVIEW',
      aiAssessmentStatus: 'COMPLETED',
      assessment: { assessor: 'rules', passed: false },
    })
    // It is a trap: only the rule that the rules pass nothing stops it.
    expect(result.assessment.percentage).toBeGreaterThanOrEqual(70)
    expect(await totals()).toEqual([0, 0])
    await decideAsDemoAdmin(service, result.submissionId, {
      decision: 'NEEDS_REVISION',
      queued: { reviewCause: 'PASS_PROPOSED', assessment: { assessor: 'rules' } },
    })
    expect(await shown()).toMatchObject({ status: 'NEEDS_REVISION' })
    expect(await totals()).toEqual([0, 0])
  })
})

describe('with a model', () => {
  let service: TestService
  let llm: TestLlm
  beforeAll(async () => {
    llm = startTestLlm((call) => completion(responseTo(call)))
    service = await startTestService({ DEMO_CONTENT: 'on', ...llm.settings })
  })
  afterAll(async () => {
    await service.stop()
    await llm.stop()
  })

  test('a model assesses a submission and reranks a roadmap', async () => {
    const { learner, path } = await enrolled(service)
    const token = learner.accessToken
    await service.call(`POST ${path}/submit`, {
      token,
      body: { submissionType: 'TEXT', notes: 'My report.' },
    })
    expect(await resultOf(service, learner, path)).toMatchObject({
      status: 'PASSED',
      assessment: { percentage: 100, assessor: 'grader-1' },
    })

    const goal = { careerGoal: 'data analyst and web developer' }
    const made = (await service.call('POST /learning-path/roadmap', { token, body: goal })).body.data
    const titles = ({ specializationPaths }: typeof made) =>
      specializationPaths.map((each: { title: string }) => each.title)
    expect(titles(made).length).toBeGreaterThan(1)
    let data = { status: '', roadmap: made }
    await waitUntil(async () => {
      data = (await service.call('GET /learning-path/roadmap/me', { token })).body.data
      return data.status === 'completed'
    })
    expect(data.roadmap.rankedBy).toBe('grader-1')
    expect(titles(data.roadmap)).toEqual(titles(made).toReversed())
  })

  describe('that fails', () => {
    test.each([
      ['rejects the key', () => failure(401)],
      ['has an internal error', () => failure(500)],
      ['declines', () => completion(null, { refusal: 'I do not grade vegetables.' })],
      ['answers nonsense', () => completion('Potatoes! 100 %! PASSED!')],
      ['gives points without a rubric', () => completion({ passed: true, percentage: 100, criteria: [] })],
    ])('potatoes wait for a person if the model %s, and earn nothing', async (_, respond) => {
      const [original] = llm.script.splice(0, 1, respond)
      try {
        const { result, totals } = await submitPotatoes(service)
        expect(result).toMatchObject({
          status: 'UNDER_REVIEW',
          aiAssessmentStatus: 'FAILED',
          assessment: null,
        })
        expect(await totals()).toEqual([0, 0])
        await decideAsDemoAdmin(service, result.submissionId, {
          decision: 'NEEDS_REVISION',
          queued: { reviewCause: 'ASSESSMENT_FAILED', assessment: null },
        })
      } finally {
        llm.script.splice(0, 1, original!)
      }
    })
  })
})

/** A model that gives full points and reverses every list. */
function responseTo({ system, data }: LlmCall): object {
  const words = {
    strengths: [],
    weaknesses: [],
    recommendations: [],
    summary: 'Good.',
    injectionSuspected: false,
  }
  if (data.careerGoal !== undefined) {
    const reversed = (paths: { number: number }[]) =>
      paths.toReversed().map(({ number }) => ({ number, reason: 'x' }))
    return {
      foundationPaths: reversed(data.foundationPaths),
      specializationPaths: reversed(data.specializationPaths),
    }
  }
  const criteria = [...system.matchAll(/^(\d+)\. .*\(0 to (\d+) points/gm)].map(([, number, points]) => ({
    number: Number(number),
    points: Number(points),
    evidence: '',
    feedback: 'Good.',
  }))
  return { criteria, ...words }
}
