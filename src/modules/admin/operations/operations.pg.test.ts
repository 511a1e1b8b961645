import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/service.ts'
import { until } from '../../../../test/harness/until.ts'
import { newId } from '../../../platform/ids.ts'
import { CONTRACT_EVENT_EXAMPLE } from '../../webhooks/contracts/contract-event.ts'
import { type AdminBed, openAdminBed, publishedCourse } from '../admin-testbed.ts'

setDefaultTimeout(120_000)

let bed: AdminBed
beforeAll(async () => {
  bed = await openAdminBed()
})
afterAll(() => bed.stop())

const db = () => bed.service.test.database.query
const CAPSTONE = {
  title: 'A plan for lost keys',
  description: 'Write down what happens.',
  allowedSubmissionTypes: ['TEXT'],
  xpReward: 200,
  gemReward: 50,
  rubric: [{ criterion: 'It says who has which backup copy', points: 100, evidence: ['backup', 'copy'] }],
}

/** A submission that was found wanting and appealed against, so that it waits for people. */
async function appealed(): Promise<{ learner: TestUser; submissionId: string; courseId: string }> {
  const { courseId } = await publishedCourse(bed)
  await bed.call('POST /admin/capstones', { courseId, ...CAPSTONE })
  await bed.call(`POST /admin/capstones/${courseId}/publish`)
  const learner = await bed.service.register()
  await bed.call(`POST /user-courses/enroll/${courseId}`, undefined, learner)
  const work = { submissionType: 'TEXT', notes: 'Nothing of use.' }
  const { body } = await bed.call(`POST /course/${courseId}/project/submit`, work, learner)
  const submissionId = body.data.submissionId
  await until(async () => {
    const rows =
      await db()`select 1 from project_submission where id = ${submissionId} and status = 'NEEDS_REVISION'`
    return rows.length > 0
  }, 60)
  await bed.call(`POST /course/${courseId}/project/submission/appeal`, { reason: 'Look again.' }, learner)
  return { learner, submissionId, courseId }
}

describe('submissions', () => {
  test('are reviewed and decided once, also by two at once; a pass is paid once', async () => {
    const { learner, submissionId } = await appealed()
    const reviewers = [await bed.staff('SUPPORT'), await bed.staff('SUPPORT')]
    const { body } = await bed.call('GET /admin/submissions', undefined, reviewers[0])
    const queued = body.data.find(({ id }: { id: string }) => id === submissionId)
    expect(queued).toMatchObject({ userId: learner.id, reviewCause: 'APPEAL', appealReason: 'Look again.' })
    const decide = (reviewer: TestUser, decision: string) =>
      bed.call(
        `POST /admin/submissions/${submissionId}/decision`,
        { decision, reason: 'I have looked.' },
        reviewer,
      )
    const answers = await Promise.all([decide(reviewers[0]!, 'PASSED'), decide(reviewers[1]!, 'PASSED')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await bed.call(`GET /admin/users/${learner.id}`)).body.data).toMatchObject({
      totalXP: 200,
      totalGems: 50,
    })
    const rows = await bed.log(`&subjectId=${submissionId}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      act: 'submission.decided',
      actorRole: 'SUPPORT',
      userId: learner.id,
      before: { status: 'UNDER_REVIEW' },
      after: { status: 'PASSED' },
      details: { reason: 'I have looked.' },
    })
    const unknown = await bed.call(`POST /admin/submissions/${newId()}/decision`, {
      decision: 'PASSED',
      reason: 'r',
    })
    expect(unknown.status).toBe(404)
  })

  test('of a capstone that was changed and archived meanwhile are not lost', async () => {
    const { submissionId, courseId } = await appealed()
    await bed.call(`PATCH /admin/capstones/${courseId}`, { passingScore: 60 })
    const archived = await bed.call(`POST /admin/capstones/${courseId}/archive`)
    expect(archived.body.data).toMatchObject({ status: 'DRAFT', passingScore: 60 })
    const decision = { decision: 'NEEDS_REVISION', reason: 'Say more.' }
    expect((await bed.call(`POST /admin/submissions/${submissionId}/decision`, decision)).status).toBe(200)
    expect((await bed.log(`&subjectKind=capstone&subjectId=${courseId}`)).map(({ act }) => act)).toEqual([
      'capstone.archived',
      'capstone.updated',
      'capstone.published',
      'capstone.created',
    ])
    expect((await bed.call('POST /admin/capstones', { courseId, ...CAPSTONE })).body.error.code).toBe(
      'PROJECT_EXISTS',
    )
  })
})

describe('the inbox', () => {
  test('shows dead letters, and replays one, once', async () => {
    const id = newId()
    const body = Buffer.from(JSON.stringify(CONTRACT_EVENT_EXAMPLE))
    await db()`
      insert into inbox_event (id, source, event_id, body, body_digest, received_at, state, note, attempts, due_at)
      values (${id}, 'contract-events', 'evt-dead', ${body}, ${body.subarray(0, 32)}, now(), 'DEAD', 'it failed', 10, now())`
    const listed = (await bed.call('GET /admin/inbox/dead-letters')).body
    expect(listed.meta.total).toBe(1)
    expect(listed.data[0]).toMatchObject({ id, note: 'it failed', eventId: 'evt-dead' })
    const replay = () => bed.call(`POST /admin/inbox/dead-letters/${id}/replay`)
    const answers = await Promise.all([replay(), replay(), replay()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await until(async () => {
      const [row] = await db()<{ state: string }>`select state from inbox_event where id = ${id}`
      return row!.state !== 'PENDING'
    }, 60)
    const rows = await bed.log(`&subjectId=${id}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      act: 'inbox.replayed',
      before: { state: 'DEAD' },
      after: { state: 'PENDING' },
    })
    expect((await bed.call(`POST /admin/inbox/dead-letters/${newId()}/replay`)).status).toBe(404)
  })
})

describe('jobs', () => {
  test('are listed by their queues, and one that failed is run again, once', async () => {
    const { body } = await bed.call('GET /admin/jobs')
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('notifications.deliver')
    await db()`
      insert into outbox (id, job, data) values (${newId()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
    const failed = async () => (await bed.call('GET /admin/jobs/failed?job=notifications.deliver')).body
    await until(async () => (await failed()).meta.total === 1, 60)
    const [job] = (await failed()).data
    expect(job).toMatchObject({ job: 'notifications.deliver', message: expect.stringContaining('uuid') })
    const retry = () => bed.call(`POST /admin/jobs/failed/${job.id}/retry`)
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    // What it was to do is still impossible, so that it comes back under another id shows that it ran.
    await until(async () => (await failed()).data.some(({ id }: { id: string }) => id !== job.id), 60)
    expect((await bed.log(`&subjectId=${job.id}`)).map(({ act }) => act)).toEqual(['job.retried'])
  })
})

describe('the books', () => {
  test('are audited when asked, one audit at a time, and the figures follow', async () => {
    const user = await bed.service.register()
    await bed.call(`POST /admin/users/${user.id}/grants`, { asset: 'GEM', amount: 77, reason: 'r' })
    const ask = () => bed.call('POST /admin/ledger/audits')
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.every(({ status }) => status === 202)).toBe(true)
    const last = async () => (await bed.call('GET /admin/ledger/audits')).body.data
    await until(
      async () => (await last()).every(({ status }: { status: string }) => status !== 'RUNNING'),
      60,
    )
    const [audit] = await last()
    expect(audit).toMatchObject({ status: 'PASSED', requestedBy: bed.admin.id, faults: [] })
    expect(audit.checked.transfers).toBeGreaterThan(0)
    const acts = await bed.log('&act=ledger.audit_requested')
    expect(acts.length).toBe((await last()).length)
    const { economy } = (await bed.call('GET /admin/stats')).body.data
    expect(economy).toMatchObject({ isLedgerOk: true, gemsInEscrow: { contests: 0 } })
    expect(economy.gemsInCirculation).toBeGreaterThanOrEqual(77)
  })
})

describe('certificates', () => {
  /** Minted as far as our books go; the chain is away in these tests. */
  async function minted(): Promise<{ learner: TestUser; id: string }> {
    const { courseId, lessonId } = await publishedCourse(bed)
    const learner = await bed.service.register()
    await bed.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
    const { body } = await bed.call(
      'POST /certificates/claim',
      { courseId, studentName: 'Amna Otieno' },
      learner,
    )
    const id = body.data.certificateId
    await db()`
      update certificate set status = 'MINTED', token_id = '7', transaction_hash = '0x07', pending = null
      where id = ${id}`
    return { learner, id }
  }

  test('are corrected and revoked, each once; the name in the log goes with its owner', async () => {
    const { learner, id } = await minted()
    const correct = () => bed.call(`PATCH /admin/certificates/${id}`, { studentName: 'Amina Otieno' })
    expect((await correct()).body.data).toMatchObject({ studentName: 'Amina Otieno', status: 'MINTED' })
    await correct()
    const revoke = () => bed.call(`POST /admin/certificates/${id}/revoke`, { reason: 'MISCONDUCT' })
    const answers = await Promise.all([revoke(), revoke(), revoke()])
    expect(answers.map(({ body }) => body.data.status)).toEqual(['REVOKED', 'REVOKED', 'REVOKED'])
    expect((await bed.call(`PATCH /admin/certificates/${id}`, { studentName: 'Else Who' })).status).toBe(409)
    expect((await bed.call(`GET /admin/users/${learner.id}/certificates`)).body.data).toMatchObject([
      { id, status: 'REVOKED', revocationReason: 'MISCONDUCT' },
    ])
    const rows = await bed.log(`&subjectId=${id}`)
    expect(rows).toMatchObject([
      {
        act: 'certificate.revoked',
        before: { status: 'MINTED' },
        after: { status: 'REVOKED', reason: 'MISCONDUCT' },
      },
      {
        act: 'certificate.corrected',
        details: { studentNameBefore: 'Amna Otieno', studentName: 'Amina Otieno' },
      },
    ])
    await bed.call('DELETE /user/account', { password: learner.password }, learner)
    expect(JSON.stringify(await bed.log(`&subjectId=${id}`))).not.toContain('Otieno')
    const wrong = await bed.call(`PATCH /admin/certificates/${id}`, { studentName: 'x' })
    expect(wrong.status).toBe(400)
  })
})
