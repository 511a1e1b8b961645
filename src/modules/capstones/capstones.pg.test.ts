import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountDeleted } from '../../events/accounts.ts'
import type { UserId } from '../../platform/ids.ts'
import { isId, newId } from '../../platform/ids.ts'
import { type CapstoneTestbed, createCapstoneTestbed, formOf, GOOD_NOTES, JAR } from './capstone-testbed.ts'
import { HOSTILE_REPOSITORIES } from './check-url-testbed.ts'
import { deleteUnattachedFiles } from './files/store-files.ts'
import { exportPersonalData } from './personal-data.ts'
import { projectIdOf } from './project.ts'
import { listPassedProjects } from './public/list-passed-projects.ts'

let testbed: CapstoneTestbed
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
})
afterAll(() => testbed.stop())

const REPOSITORY = 'https://github.com/ada/jar'

async function submissionOf(userId: UserId, courseId: string) {
  return (await testbed.call(`GET /course/${courseId}/project/submission`, userId)).body.data
}

async function countRows(userId: UserId): Promise<number> {
  const [row] = await testbed.platform.db<{ count: number }>`
    select count(*)::integer as count from project_submission where user_id = ${userId}`
  return row!.count
}

describe('GET /course/:courseId/project', () => {
  test('the project is shown without the keywords for assessors', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const { status, body } = await testbed.call(`GET /course/${courseId}/project`, userId)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: projectIdOf(courseId),
      courseId,
      title: 'A savings jar',
      description: JAR.description,
      allowedSubmissionTypes: JAR.submissionTypes,
      rubric: [
        { criterion: 'Money comes in and goes out safely', points: 60 },
        { criterion: 'Both ways are tested', points: 40 },
      ],
      passingScore: 70,
      maxScore: 100,
      xpReward: 300,
      gemReward: 100,
    })
  })

  test('the project id is a stable UUID that differs from the course id', () => {
    const courseId = newId()
    expect(isId(projectIdOf(courseId))).toBe(true)
    expect(projectIdOf(courseId)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(projectIdOf(courseId)).toBe(projectIdOf(courseId))
    expect(projectIdOf(courseId)).not.toBe(projectIdOf(newId()))
    expect(projectIdOf(courseId) as string).not.toBe(courseId)
  })

  test('the project is 404 if the course or its project does not exist', async () => {
    const userId = await testbed.addUser()
    for (const courseId of [newId(), await testbed.addCourse(null, userId), 'nonsense']) {
      expect((await testbed.call(`GET /course/${courseId}/project`, userId)).status).toBe(404)
      expect((await testbed.call(`POST /course/${courseId}/project/draft`, userId, {})).status).toBe(404)
    }
  })

  test('drafts and submissions need an enrollment', async () => {
    const { courseId } = await testbed.addLearner()
    const otherUser = await testbed.addUser()
    for (const path of ['draft', 'submit']) {
      const { status, body } = await testbed.call(`POST /course/${courseId}/project/${path}`, otherUser, {
        notes: 'x',
      })
      expect([status, body.error.code]).toEqual([403, 'NOT_ENROLLED'])
    }
    expect(await countRows(otherUser)).toBe(0)
  })
})

describe('POST /course/:courseId/project/draft', () => {
  test('there is one draft, only sent fields change, and it is not assessed', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const draft = (body: object) => testbed.call(`POST /course/${courseId}/project/draft`, userId, body)
    const first = await draft({ submissionType: 'GITHUB_REPO', repositoryUrl: `${REPOSITORY}/` })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      success: true,
      data: { id: expect.any(String), status: 'DRAFT', updatedAt: expect.any(String) },
      message: 'Draft saved',
    })
    const second = await draft({ notes: 'more to come' })
    expect(second.body.data.id).toBe(first.body.data.id)
    expect(await submissionOf(userId, courseId)).toMatchObject({
      id: first.body.data.id,
      status: 'DRAFT',
      attempt: null,
      aiAssessmentStatus: null,
      submissionType: 'GITHUB_REPO',
      repositoryUrl: REPOSITORY,
      notes: 'more to come',
      draft: null,
    })
    await draft({ repositoryUrl: null, notes: '' })
    expect(await submissionOf(userId, courseId)).toMatchObject({ repositoryUrl: null, notes: '' })
    expect(
      (await testbed.pendingJobs()).filter(({ data }) => data.submissionId === first.body.data.id),
    ).toEqual([])
  })

  test('a draft with a base replaces only the version that the client has edited', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const draft = (body: object) => testbed.call(`POST /course/${courseId}/project/draft`, userId, body)
    const refusal = ({ status, body }: Awaited<ReturnType<typeof draft>>) => [status, body.error?.code]
    const first = await draft({ notes: 'one', baseUpdatedAt: null })
    expect(first.status).toBe(200)
    const { updatedAt } = first.body.data
    // The client did not know of a draft.
    expect(refusal(await draft({ notes: 'none', baseUpdatedAt: null }))).toEqual([409, 'DRAFT_CHANGED'])
    const second = await draft({ notes: 'two', baseUpdatedAt: updatedAt })
    expect(second.status).toBe(200)
    expect(second.body.data.updatedAt > updatedAt).toBe(true)
    const late = await draft({ notes: 'three', url: 'https://example.org', baseUpdatedAt: updatedAt })
    expect(refusal(late)).toEqual([409, 'DRAFT_CHANGED'])
    const stored = await submissionOf(userId, courseId)
    expect(stored.notes).toBe('two')
    const { draft: _, ...shown } = stored
    expect(late.body.error.draft).toEqual(shown)
    // Without a base the stored draft is replaced, as specified.
    expect((await draft({ notes: 'four' })).status).toBe(200)
    expect((await submissionOf(userId, courseId)).notes).toBe('four')
    expect((await draft({ notes: 'five', baseUpdatedAt: 'yesterday' })).status).toBe(400)
  })

  test('files of a refused draft are not attached', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const draft = (body: object) => testbed.call(`POST /course/${courseId}/project/draft`, userId, body)
    await draft({ notes: 'newer' })
    const form = new FormData()
    form.set('submissionType', 'FILE_UPLOAD')
    form.set('baseUpdatedAt', '2026-01-01T00:00:00.000Z')
    form.append('files', new File(['# Late\n'], 'late.md', { type: 'text/markdown' }))
    expect((await draft(form)).body.error.code).toBe('DRAFT_CHANGED')
    expect(await submissionOf(userId, courseId)).toMatchObject({ notes: 'newer', files: [] })
  })

  test('of 50 concurrent drafts with the same base one is saved', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const draft = (body: object) => testbed.call(`POST /course/${courseId}/project/draft`, userId, body)
    let baseUpdatedAt: string | null = null
    for (let round = 0; round < 3; round++) {
      const sent = Array.from({ length: 50 }, (_, index) => ({ notes: `${round}.${index}`, baseUpdatedAt }))
      const responses = await Promise.all(sent.map(draft))
      const saved = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []))
      expect(saved).toHaveLength(1)
      expect(responses.filter(({ body }) => body.error?.code === 'DRAFT_CHANGED')).toHaveLength(49)
      const stored = await submissionOf(userId, courseId)
      expect(stored.notes).toBe(sent[saved[0]!]!.notes)
      baseUpdatedAt = stored.updatedAt
    }
  })

  test('100 concurrent drafts create one row', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        testbed.call(`POST /course/${courseId}/project/draft`, userId, { notes: `version ${index}` }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await countRows(userId)).toBe(1)
  })

  test('a draft with a type that is unknown or not allowed is refused', async () => {
    const { userId, courseId } = await testbed.addLearner({ ...JAR, submissionTypes: ['TEXT'] })
    const draft = (body: object) => testbed.call(`POST /course/${courseId}/project/draft`, userId, body)
    const repository = await draft({ submissionType: 'GITHUB_REPO', repositoryUrl: REPOSITORY })
    expect([repository.status, repository.body.error.code]).toEqual([422, 'SUBMISSION_TYPE_NOT_ALLOWED'])
    const file = await draft(formOf({}, ['files', 'jar.txt', 'text']))
    expect([file.status, file.body.error.code]).toEqual([422, 'SUBMISSION_TYPE_NOT_ALLOWED'])
    expect((await draft({ submissionType: 'CARRIER_PIGEON' })).status).toBe(400)
    expect((await draft({ notes: 'x'.repeat(20_001) })).status).toBe(400)
    expect(await countRows(userId)).toBe(0)
  })

  test('a draft accepts the URL of a link type in repositoryUrl', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const body = { submissionType: 'WEBSITE_URL', repositoryUrl: 'https://jar.example.com' }
    expect((await testbed.call(`POST /course/${courseId}/project/draft`, userId, body)).status).toBe(200)
    expect(await submissionOf(userId, courseId)).toMatchObject({
      repositoryUrl: null,
      url: 'https://jar.example.com/',
    })
  })

  test('a hostile repositoryUrl is refused, and the server never calls a repository URL', async () => {
    let calls = 0
    const listener = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => {
        calls++
        return new Response()
      },
    })
    const own = await createCapstoneTestbed({ REPOSITORY_HOSTS: `localhost.example,127.0.0.1` })
    try {
      const { userId, courseId } = await own.addLearner()
      const hostile = [
        ...HOSTILE_REPOSITORIES,
        `https://127.0.0.1:${listener.port}/ada/jar`,
        `http://127.0.0.1:${listener.port}/ada/jar`,
        `https://localhost:${listener.port}/ada/jar`,
        `https://user@127.0.0.1:${listener.port}/ada/jar`,
      ].filter((url) => !url.startsWith('https://127.0.0.1/'))
      for (const repositoryUrl of hostile) {
        for (const path of ['draft', 'submit']) {
          const { status, body } = await own.call(`POST /course/${courseId}/project/${path}`, userId, {
            repositoryUrl,
          })
          expect([400, 422], repositoryUrl).toContain(status)
          expect(['REPOSITORY_URL_NOT_ALLOWED', 'VALIDATION_FAILED']).toContain(body.error.code)
        }
      }
      const [row] = await own.platform.db<{ count: number }>`
        select count(*)::integer as count from project_submission`
      expect(row!.count).toBe(0)
      // The URL of a badly configured host is accepted and stored, but not called.
      const body = {
        submissionType: 'GITHUB_REPO',
        repositoryUrl: 'https://127.0.0.1/ada/jar',
        notes: GOOD_NOTES,
      }
      const { data } = (await own.call(`POST /course/${courseId}/project/submit`, userId, body)).body
      await own.assess(data.submissionId)
      expect(calls).toBe(0)
    } finally {
      await own.stop()
      await listener.stop(true)
    }
  })
})

describe('POST /course/:courseId/project/submit', () => {
  test('an empty body submits the draft and enqueues its assessment', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const work = { submissionType: 'GITHUB_REPO', repositoryUrl: REPOSITORY, notes: 'done' }
    const draft = await testbed.call(`POST /course/${courseId}/project/draft`, userId, work)
    const { status, body } = await testbed.call(`POST /course/${courseId}/project/submit`, userId)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: { submissionId: draft.body.data.id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' },
      message: expect.any(String),
    })
    expect(await submissionOf(userId, courseId)).toMatchObject({ ...work, attempt: 1, assessment: null })
    const pendingJobs = (await testbed.pendingJobs()).filter(
      ({ data }) => data.submissionId === draft.body.data.id,
    )
    expect(pendingJobs.map(({ job }) => job)).toEqual(['capstones.assess'])
  })

  test('a submission with a body needs no draft and changes an existing one', async () => {
    const one = await testbed.addLearner()
    const direct = await testbed.call(`POST /course/${one.courseId}/project/submit`, one.userId, {
      notes: 'A jar.',
    })
    expect(direct.status).toBe(201)
    expect(await submissionOf(one.userId, one.courseId)).toMatchObject({
      submissionType: 'TEXT',
      notes: 'A jar.',
    })

    const other = await testbed.addLearner()
    await testbed.call(`POST /course/${other.courseId}/project/draft`, other.userId, {
      notes: 'old',
      repositoryUrl: REPOSITORY,
    })
    await testbed.call(`POST /course/${other.courseId}/project/submit`, other.userId, { notes: 'new' })
    expect(await submissionOf(other.userId, other.courseId)).toMatchObject({
      submissionType: 'GITHUB_REPO',
      repositoryUrl: REPOSITORY,
      notes: 'new',
      status: 'SUBMITTED',
    })
    expect(await countRows(other.userId)).toBe(1)
  })

  test.each([
    ['nothing', undefined, undefined],
    ['an empty object', undefined, {}],
    ['a repository without an address', { submissionType: 'GITHUB_REPO', notes: 'x' }, {}],
    ['an upload without a file', undefined, { submissionType: 'FILE_UPLOAD', notes: 'x' }],
    ['a text without words', { submissionType: 'TEXT', notes: 'x' }, { notes: ' ' }],
    ['a website without an address', { submissionType: 'WEBSITE_URL' }, undefined],
    ['a link without a type', { url: 'https://jar.example.com' }, undefined],
  ])('submitting %s is 409, names the missing content and keeps the draft', async (_, draft, body) => {
    const { userId, courseId } = await testbed.addLearner()
    if (draft) await testbed.call(`POST /course/${courseId}/project/draft`, userId, draft)
    const before = draft && (await submissionOf(userId, courseId))
    const response = await testbed.call(`POST /course/${courseId}/project/submit`, userId, body)
    expect([response.status, response.body.error.code]).toEqual([409, 'NOTHING_TO_SUBMIT'])
    if (draft) expect(await submissionOf(userId, courseId)).toEqual(before)
    else expect(await countRows(userId)).toBe(0)
  })

  test.each([
    ['the saved draft', true],
    ['a body of its own', false],
  ])('100 concurrent submissions with %s create one attempt', async (_, isSaved) => {
    const { userId, courseId } = await testbed.addLearner()
    const work = { submissionType: 'TEXT', notes: 'A jar.' }
    if (isSaved) await testbed.call(`POST /course/${courseId}/project/draft`, userId, work)
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        testbed.call(`POST /course/${courseId}/project/submit`, userId, isSaved ? undefined : work),
      ),
    )
    const outcomes = Map.groupBy(responses, ({ status, body }) => `${status} ${body.error?.code ?? ''}`)
    expect([...outcomes].map(([outcome, list]) => [outcome, list.length]).sort()).toEqual([
      ['201 ', 1],
      ['409 ASSESSMENT_PENDING', 99],
    ])
    expect(await countRows(userId)).toBe(1)
    const pendingJobs = (await testbed.pendingJobs()).filter(
      ({ data }) => data.submissionId === outcomes.get('201 ')![0]!.body.data.submissionId,
    )
    expect(pendingJobs).toHaveLength(1)
  })

  test('another submission is refused during an assessment, allowed after NEEDS_REVISION and refused after a pass', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const submit = (notes: string) =>
      testbed.call(`POST /course/${courseId}/project/submit`, userId, { notes })
    const first = (await submit('A jar.')).body.data.submissionId
    expect((await submit('Another.')).body.error.code).toBe('ASSESSMENT_PENDING')
    await testbed.call(`POST /course/${courseId}/project/draft`, userId, { notes: 'Better, soon.' })
    expect(await submissionOf(userId, courseId)).toMatchObject({
      id: first,
      status: 'SUBMITTED',
      draft: { status: 'DRAFT', notes: 'Better, soon.' },
    })
    await testbed.assess(first)
    expect(await submissionOf(userId, courseId)).toMatchObject({
      id: first,
      attempt: 1,
      status: 'NEEDS_REVISION',
      aiAssessmentStatus: 'COMPLETED',
      assessment: { passed: false, assessor: 'rules' },
    })
    const second = (await submit(GOOD_NOTES)).body.data.submissionId
    expect(second).not.toBe(first)
    await testbed.assess(second)
    expect(await submissionOf(userId, courseId)).toMatchObject({ id: second, attempt: 2, status: 'PASSED' })
    for (const path of ['submit', 'draft']) {
      const { status, body } = await testbed.call(`POST /course/${courseId}/project/${path}`, userId, {
        notes: 'x',
      })
      expect([status, body.error.code]).toEqual([409, 'PROJECT_ALREADY_PASSED'])
    }
    const { body } = await testbed.call(`GET /course/${courseId}/project/submissions`, userId)
    expect(
      body.data.map(({ attempt, status }: { attempt: number; status: string }) => [attempt, status]),
    ).toEqual([
      [2, 'PASSED'],
      [1, 'NEEDS_REVISION'],
    ])
  })

  test('the eleventh submission within a day is refused', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const submit = () => testbed.call(`POST /course/${courseId}/project/submit`, userId, { notes: 'A jar.' })
    for (let attempt = 1; attempt <= 10; attempt++)
      await testbed.assess((await submit()).body.data.submissionId)
    const { status, headers, body } = await submit()
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000)
    // The learner app reads the number.
    expect(body.message).toContain('10 times a day')
    await testbed.platform.db`
      update project_submission set submitted_at = submitted_at - interval '1 day' where user_id = ${userId}`
    expect((await submit()).status).toBe(201)
  })

  test('a submission is assessed by the project at its submission, even if the course is archived', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const { data } = (
      await testbed.call(`POST /course/${courseId}/project/submit`, userId, { notes: GOOD_NOTES })
    ).body
    const harder = {
      ...JAR,
      passingScore: 100,
      reward: { xp: 1, gems: 1 },
      rubric: [{ criterion: 'Magic', points: 1, evidence: [] }],
    }
    await testbed.platform
      .db`update course set project = ${harder}::jsonb, archived_at = now() where id = ${courseId}`
    await testbed.assess(data.submissionId)
    expect(await submissionOf(userId, courseId)).toMatchObject({ status: 'PASSED' })
    expect(await testbed.balanceOf(userId, 'XP')).toBe(300n)
    expect(
      (await testbed.call(`GET /course/${courseId}/project/submissions`, userId)).body.data,
    ).toHaveLength(1)
  })
})

test('listPassedProjects returns the projects of the project_passed events', async () => {
  const emitted = testbed.events
    .filter(({ name }) => name === 'capstones.project_passed')
    .map(({ data }) => data as { userId: string; projectId: string })
  expect(emitted.length).toBeGreaterThan(0)
  const users = await testbed.platform.db<{ id: UserId }>`select id from user_account`
  const listed = await listPassedProjects(
    testbed.platform.db,
    users.map(({ id }) => id),
  )
  expect(
    new Set(listed.flatMap(({ userId, projectIds }) => projectIds.map((id) => `${userId} ${id}`))),
  ).toEqual(new Set(emitted.map(({ userId, projectId }) => `${userId} ${projectId}`)))
})

describe('submissions of other users', () => {
  test('a user reads only their own submissions', async () => {
    const { userId, courseId } = await testbed.addLearner()
    await testbed.call(`POST /course/${courseId}/project/submit`, userId, { notes: 'A jar.' })
    const other = await testbed.addUser()
    expect((await testbed.call(`GET /course/${courseId}/project/submission`, other)).body.error.code).toBe(
      'SUBMISSION_NOT_FOUND',
    )
    expect((await testbed.call(`GET /course/${courseId}/project/submissions`, other)).body.data).toEqual([])
    const appeal = await testbed.call(`POST /course/${courseId}/project/submission/appeal`, other, {
      reason: 'mine',
    })
    expect(appeal.status).toBe(404)
  })
})

describe('personal data of capstones', () => {
  test('the export contains the submissions, and erasure deletes them with their files', async () => {
    const { userId, courseId } = await testbed.addLearner()
    const form = formOf({ notes: 'With a file.' }, ['files', 'jar.txt', 'contract Jar {}'])
    await testbed.call(`POST /course/${courseId}/project/submit`, userId, form)
    await testbed.assess((await submissionOf(userId, courseId)).id)
    await testbed.call(
      `POST /course/${courseId}/project/draft`,
      userId,
      formOf({}, ['file', 'next.md', '# Next']),
    )
    expect(await exportPersonalData(testbed.platform.db, userId, new Date())).toMatchObject([
      { status: 'DRAFT', files: [{ name: 'next.md' }] },
      {
        status: 'NEEDS_REVISION',
        notes: 'With a file.',
        files: [{ name: 'jar.txt' }],
        assessment: { passed: false },
      },
    ])
    const stored = testbed.storedFiles().length
    await testbed.platform.write(async (tx) =>
      tx.emit(accountDeleted({ userId, avatarKey: null, at: new Date().toISOString() })),
    )
    expect(await exportPersonalData(testbed.platform.db, userId, new Date())).toEqual([])
    const job = (await testbed.pendingJobs()).findLast(({ job }) => job === 'capstones.delete_files')!
    await deleteUnattachedFiles(testbed.platform, job.data.fileIds as string[])
    expect(testbed.storedFiles()).toHaveLength(stored - 2)
    expect(await testbed.platform.db`select 1 from project_file where user_id = ${userId}`).toEqual([])
  })
})
