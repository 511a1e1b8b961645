import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { newId } from '../../../platform/ids.ts'
import { rewardEvent } from '../../webhooks/webhook-testbed.ts'
import { type AdminFixture, CAPSTONE, createAdminFixture, publishedCourse } from '../admin-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query

/** Creates a failed submission with an appeal, which needs a human review. */
async function appealed(
  creator = fixture.admin,
): Promise<{ learner: TestUser; submissionId: string; courseId: string }> {
  const { courseId } = await publishedCourse(fixture, creator)
  await fixture.call('POST /admin/capstones', { courseId, ...CAPSTONE })
  await fixture.call(`POST /admin/capstones/${courseId}/publish`)
  const learner = await fixture.service.register()
  await fixture.call(`POST /user-courses/enroll/${courseId}`, undefined, learner)
  const work = { submissionType: 'TEXT', notes: 'Nothing of use.' }
  const { body } = await fixture.call(`POST /course/${courseId}/project/submit`, work, learner)
  const submissionId = body.data.submissionId
  await waitUntil(async () => {
    const rows =
      await db()`select 1 from project_submission where id = ${submissionId} and status = 'NEEDS_REVISION'`
    return rows.length > 0
  })
  await fixture.call(`POST /course/${courseId}/project/submission/appeal`, { reason: 'Look again.' }, learner)
  return { learner, submissionId, courseId }
}

describe('submissions', () => {
  test('concurrent decisions decide a submission once, and a pass is rewarded once', async () => {
    const { learner, submissionId } = await appealed()
    const reviewers = [await fixture.staff('SUPPORT'), await fixture.staff('SUPPORT')]
    const { body } = await fixture.call('GET /admin/submissions', undefined, reviewers[0])
    const queued = body.data.find(({ id }: { id: string }) => id === submissionId)
    expect(queued).toMatchObject({ userId: learner.id, reviewCause: 'APPEAL', appealReason: 'Look again.' })
    const decide = (reviewer: TestUser, decision: string) =>
      fixture.call(
        `POST /admin/submissions/${submissionId}/decision`,
        { decision, reason: 'I have looked.' },
        reviewer,
      )
    const responses = await Promise.all([decide(reviewers[0]!, 'PASSED'), decide(reviewers[1]!, 'PASSED')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await fixture.call(`GET /admin/users/${learner.id}`)).body.data).toMatchObject({
      totalXP: 200,
      totalGems: 50,
    })
    const rows = await fixture.log(`&subjectId=${submissionId}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      act: 'submission.decided',
      actorRole: 'SUPPORT',
      userId: learner.id,
      before: { status: 'UNDER_REVIEW' },
      after: { status: 'PASSED' },
      details: { reason: 'I have looked.' },
    })
    const unknown = await fixture.call(`POST /admin/submissions/${newId()}/decision`, {
      decision: 'PASSED',
      reason: 'r',
    })
    expect(unknown.status).toBe(404)
  })

  test('a creator sees and decides the submissions to own courses, and no others', async () => {
    const [creator, other] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const [own, foreign] = [await appealed(creator), await appealed(other)]
    const seenBy = async (reviewer: TestUser) => {
      const { body } = await fixture.call('GET /admin/submissions', undefined, reviewer)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map(({ id }: { id: string }) => id)
    }
    const decide = async (reviewer: TestUser, id: string) => {
      const body = { decision: 'PASSED', reason: 'I have looked.' }
      const response = await fixture.call(`POST /admin/submissions/${id}/decision`, body, reviewer)
      return [response.status, response.body.error?.code]
    }
    expect(await seenBy(creator)).toEqual([own.submissionId])
    expect(await seenBy(other)).toEqual([foreign.submissionId])
    expect(await seenBy(await fixture.staff('CREATOR'))).toEqual([])
    expect(await decide(creator, foreign.submissionId)).toEqual([404, 'SUBMISSION_NOT_FOUND'])
    expect(await decide(creator, own.submissionId)).toEqual([200, undefined])
    expect(await decide(await fixture.staff('SUPPORT'), foreign.submissionId)).toEqual([200, undefined])
    const [entry] = await fixture.log(`&subjectId=${own.submissionId}`)
    expect(entry).toMatchObject({ act: 'submission.decided', actorRole: 'CREATOR', actorId: creator.id })
  })

  test('a creator cannot decide about an own submission to an own course', async () => {
    const creator = await fixture.staff('CREATOR')
    const { submissionId } = await appealed(creator)
    await db()`update project_submission set user_id = ${creator.id} where id = ${submissionId}`
    const body = { decision: 'PASSED', reason: 'Mine.' }
    const refused = await fixture.call(`POST /admin/submissions/${submissionId}/decision`, body, creator)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'OWN_SUBMISSION'])
    await fixture.call(`POST /admin/submissions/${submissionId}/decision`, {
      ...body,
      decision: 'NEEDS_REVISION',
    })
  })

  test('a submission stays in the review queue after its project was changed and archived', async () => {
    const { submissionId, courseId } = await appealed()
    await fixture.call(`PATCH /admin/capstones/${courseId}`, { passingScore: 60 })
    const archived = await fixture.call(`POST /admin/capstones/${courseId}/archive`)
    expect(archived.body.data).toMatchObject({ status: 'DRAFT', passingScore: 60 })
    const decision = { decision: 'NEEDS_REVISION', reason: 'Say more.' }
    expect((await fixture.call(`POST /admin/submissions/${submissionId}/decision`, decision)).status).toBe(
      200,
    )
    expect((await fixture.log(`&subjectKind=capstone&subjectId=${courseId}`)).map(({ act }) => act)).toEqual([
      'capstone.archived',
      'capstone.updated',
      'capstone.published',
      'capstone.created',
    ])
    expect((await fixture.call('POST /admin/capstones', { courseId, ...CAPSTONE })).body.error.code).toBe(
      'PROJECT_EXISTS',
    )
  })
})

describe('failed webhook events', () => {
  test('a failed webhook event is listed and replayed once', async () => {
    const id = newId()
    const body = Buffer.from(JSON.stringify(rewardEvent(`0x${'22'.repeat(20)}`)))
    await db()`
      insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, outcome_note, attempts,
        next_attempt_at)
      values (${id}, 'contract-events', 'evt-dead', ${body}, ${body.subarray(0, 32)}, now(), 'DEAD', 'it failed', 10, now())`
    const listed = (await fixture.call('GET /admin/inbox/dead-letters')).body
    expect(listed.meta.total).toBe(1)
    expect(listed.data[0]).toMatchObject({ id, note: 'it failed', eventId: 'evt-dead' })
    const reason = 'The sender has mended it.'
    const replay = () => fixture.call(`POST /admin/inbox/dead-letters/${id}/replay`, { reason })
    const responses = await Promise.all([replay(), replay(), replay()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await waitUntil(async () => {
      const [row] = await db()<{ state: string }>`select state from webhook_event where id = ${id}`
      return row!.state !== 'PENDING'
    })
    const rows = await fixture.log(`&subjectId=${id}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      act: 'inbox.replayed',
      before: { state: 'DEAD' },
      after: { state: 'PENDING' },
      details: { reason },
    })
    expect((await fixture.call(`POST /admin/inbox/dead-letters/${newId()}/replay`)).status).toBe(404)
  })
})

describe('jobs', () => {
  test('queues are listed, and a failed job is retried once', async () => {
    const { body } = await fixture.call('GET /admin/jobs')
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('notifications.deliver')
    await db()`
      insert into outbox (id, job, data) values (${newId()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`
    const failed = async () => (await fixture.call('GET /admin/jobs/failed?job=notifications.deliver')).body
    await waitUntil(async () => (await failed()).meta.total === 1)
    const [job] = (await failed()).data
    expect(job).toMatchObject({ job: 'notifications.deliver', message: expect.stringContaining('uuid') })
    const reason = 'The mail server is back.'
    const retry = () => fixture.call(`POST /admin/jobs/failed/${job.id}/retry`, { reason })
    const responses = await Promise.all([retry(), retry(), retry()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    // The job fails again, so a new id in the list shows that it ran.
    await waitUntil(async () => (await failed()).data.some(({ id }: { id: string }) => id !== job.id))
    const entries = await fixture.log(`&subjectId=${job.id}`)
    expect(entries).toMatchObject([{ act: 'job.retried', details: { reason } }])
  })
})

describe('ledger audits', () => {
  test('a requested ledger audit runs once at a time and updates the statistics', async () => {
    const user = await fixture.service.register()
    await fixture.call(`POST /admin/users/${user.id}/grants`, { asset: 'GEM', amount: 77, reason: 'r' })
    const ask = () => fixture.call('POST /admin/ledger/audits')
    const responses = await Promise.all([ask(), ask(), ask()])
    expect(responses.every(({ status }) => status === 202)).toBe(true)
    const last = async () => (await fixture.call('GET /admin/ledger/audits')).body.data
    await waitUntil(async () =>
      (await last()).every(({ status }: { status: string }) => status !== 'RUNNING'),
    )
    const [audit] = await last()
    expect(audit).toMatchObject({ status: 'PASSED', requestedBy: fixture.admin.id, faults: [] })
    expect(audit.checked.transfers).toBeGreaterThan(0)
    const acts = await fixture.log('&act=ledger.audit_requested')
    expect(acts.length).toBe((await last()).length)
    const { economy } = (await fixture.call('GET /admin/stats')).body.data
    expect(economy).toMatchObject({ isLedgerOk: true, gemsInEscrow: { contests: 0 } })
    expect(economy.gemsInCirculation).toBeGreaterThanOrEqual(77)
  })
})

describe('certificates', () => {
  /** Minted only in the database; these tests have no chain. */
  async function minted(): Promise<{ learner: TestUser; id: string }> {
    const { courseId, lessonId } = await publishedCourse(fixture)
    const learner = await fixture.service.register()
    await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
    const { body } = await fixture.call(
      'POST /certificates/claim',
      { courseId, studentName: 'Amna Otieno' },
      learner,
    )
    const id = body.data.certificateId
    await db()`
      update certificate set status = 'MINTED', token_id = '7', transaction_hash = '0x07', pending_step = null
      where id = ${id}`
    return { learner, id }
  }

  test('a certificate is corrected and revoked once each, and the name in the audit log is erased with the account', async () => {
    const { learner, id } = await minted()
    const correct = () => fixture.call(`PATCH /admin/certificates/${id}`, { studentName: 'Amina Otieno' })
    expect((await correct()).body.data).toMatchObject({ studentName: 'Amina Otieno', status: 'MINTED' })
    await correct()
    const revoke = () => fixture.call(`POST /admin/certificates/${id}/revoke`, { reason: 'MISCONDUCT' })
    const responses = await Promise.all([revoke(), revoke(), revoke()])
    expect(responses.map(({ body }) => body.data.status)).toEqual(['REVOKED', 'REVOKED', 'REVOKED'])
    expect((await fixture.call(`PATCH /admin/certificates/${id}`, { studentName: 'Else Who' })).status).toBe(
      409,
    )
    expect((await fixture.call(`GET /admin/users/${learner.id}/certificates`)).body.data).toMatchObject([
      { id, status: 'REVOKED', revocationReason: 'MISCONDUCT' },
    ])
    const rows = await fixture.log(`&subjectId=${id}`)
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
    await fixture.call('DELETE /user/account', { password: learner.password }, learner)
    expect(JSON.stringify(await fixture.log(`&subjectId=${id}`))).not.toContain('Otieno')
    const wrong = await fixture.call(`PATCH /admin/certificates/${id}`, { studentName: 'x' })
    expect(wrong.status).toBe(400)
  })
})
