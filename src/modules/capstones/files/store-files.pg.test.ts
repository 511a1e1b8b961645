import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requestRaw } from '../../../../test/harness/http.ts'
import { useClock, useSystemClock } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { type CapstoneTestbed, createCapstoneTestbed, formOf, zipOf } from '../capstone-testbed.ts'
import type { FileId } from '../public/submission.ts'
import { deleteOrphanedFiles, deleteUnattachedFiles, storageKeyOf, storeFiles } from './store-files.ts'

let testbed: CapstoneTestbed
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
})
afterAll(() => testbed.stop())

const MEBIBYTE = 1024 * 1024
const draftOf = (learner: { userId: UserId; courseId: string }, form: FormData) =>
  testbed.call(`POST /course/${learner.courseId}/project/draft`, learner.userId, form)
const submissionOf = async ({ userId, courseId }: { userId: UserId; courseId: string }) =>
  (await testbed.call(`GET /course/${courseId}/project/submission`, userId)).body.data
const fileRows = (userId: UserId) => testbed.platform.db`select 1 from project_file where user_id = ${userId}`

test('a draft with files is saved and submitted with an empty body', async () => {
  const learner = await testbed.addLearner()
  const zip = zipOf([{ name: 'test/jar.t.sol', content: 'test' }])
  const saved = await draftOf(
    learner,
    formOf(
      { submissionType: 'FILE_UPLOAD', notes: 'With tests.' },
      ['files', 'jar.zip', zip],
      ['file', '../notes.md', '# Jar'],
    ),
  )
  expect([saved.status, saved.body.data.status]).toEqual([200, 'DRAFT'])
  const submitted = await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId)
  expect([submitted.status, submitted.body.data.submissionId]).toEqual([201, saved.body.data.id])
  const submission = await submissionOf(learner)
  expect(submission).toMatchObject({
    status: 'SUBMITTED',
    submissionType: 'FILE_UPLOAD',
    notes: 'With tests.',
    files: [
      { name: 'jar.zip', contentType: 'application/zip', sizeBytes: zip.byteLength },
      { name: 'notes.md', contentType: 'text/markdown', sizeBytes: 5 },
    ],
  })
  const [{ id: fileId, url }] = submission.files
  const file = await download(url)
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(zip))).toBe(true)
  expect(testbed.storedFiles()).toContain(fileId)
})

async function download(url: string): Promise<Response> {
  const { pathname, search } = new URL(url)
  return fetch(testbed.url + pathname + search)
}

test('a signed link serves a file as an attachment for one to two hours', async () => {
  const learner = await testbed.addLearner()
  await draftOf(learner, formOf({}, ['files', "it's (a) jär.txt", 'contract Jar {}']))
  const { url } = (await submissionOf(learner)).files[0]
  const file = await download(url)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('text/plain')
  expect(file.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''it%27s%20%28a%29%20j%C3%A4r.txt",
  )
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('cache-control')).toBe('private, no-store')

  const [path] = url.split('?')
  const expires = new URL(url).searchParams.get('expires')!
  for (const wrong of [
    path,
    `${path}?expires=${expires}`,
    `${path}?expires=${expires}&signature=`,
    `${path}?expires=${expires}&signature=${'A'.repeat(43)}`,
    url.replace(expires, String(Number(expires) + 3_600)),
    url.replace(/submissions\/[^?]+/, `submissions/${newId()}`),
    url.replace(/submissions\/[^?]+/, 'submissions/nonsense'),
    url.replace('submissions/', 'avatars/'),
  ])
    expect([wrong, (await download(wrong)).status]).toEqual([wrong, 404])

  try {
    useClock(() => Number(expires) * 1_000 - 3_600_000)
    expect((await download(url)).status).toBe(200)
    useClock(() => Number(expires) * 1_000 + 1_000)
    expect((await download(url)).status).toBe(404)
  } finally {
    useSystemClock()
  }
})

test('the Host header does not affect the validity of a signed link', async () => {
  const learner = await testbed.addLearner()
  await draftOf(learner, formOf({}, ['files', 'jar.txt', 'contract Jar {}']))
  const { pathname, search } = new URL((await submissionOf(learner)).files[0].url)
  const port = Number(new URL(testbed.url).port)
  for (const [path, status] of [
    [pathname + search, 200],
    [pathname, 404],
  ] as const) {
    const response = await requestRaw(port, [`GET ${path} HTTP/1.1`, 'Host: x:99999'])
    expect([path, response.status]).toEqual([path, status])
  }
})

test('files may be sent with the submission', async () => {
  const learner = await testbed.addLearner()
  const form = formOf({}, ['file', 'jar.txt', 'contract Jar {}'])
  const { status } = await testbed.call(
    `POST /course/${learner.courseId}/project/submit`,
    learner.userId,
    form,
  )
  expect(status).toBe(201)
  expect(await submissionOf(learner)).toMatchObject({
    submissionType: 'FILE_UPLOAD',
    files: [{ name: 'jar.txt' }],
  })
})

test('new files replace the old ones, which a job deletes; other fields do not change files', async () => {
  const learner = await testbed.addLearner()
  await draftOf(learner, formOf({}, ['files', 'one.txt', '1'], ['files', 'two.txt', '2']))
  const [one, two] = (await submissionOf(learner)).files
  await draftOf(learner, formOf({ notes: 'only words' }))
  expect((await submissionOf(learner)).files).toHaveLength(2)
  await draftOf(learner, formOf({}, ['files', 'three.txt', '3']))
  const { files } = await submissionOf(learner)
  expect(files.map(({ name }: { name: string }) => name)).toEqual(['three.txt'])
  const job = (await testbed.pendingJobs()).findLast(({ job }) => job === 'capstones.delete_files')!
  expect((job.data.fileIds as string[]).sort()).toEqual([one.id, two.id].sort())
  await deleteUnattachedFiles(testbed.platform, [...(job.data.fileIds as string[]), files[0].id])
  await deleteUnattachedFiles(testbed.platform, job.data.fileIds as string[])
  expect(testbed.storedFiles()).not.toContain(one.id)
  // A file that belongs to a submission is never deleted.
  expect(testbed.storedFiles()).toContain(files[0].id)
  expect(await fileRows(learner.userId)).toHaveLength(1)
})

describe('a refused upload leaves neither row nor file', () => {
  const bomb = zipOf([{ name: 'zeros', content: new Uint8Array(8 * MEBIBYTE), claimedBytes: 900 * MEBIBYTE }])
  const WRONG: [string, number, string, () => FormData][] = [
    [
      'a wrong type',
      415,
      'FILE_UNSUPPORTED',
      () => formOf({}, ['files', 'a.txt', 'fine'], ['files', 'a.exe', 'MZ\0\0']),
    ],
    ['a zip bomb called a PDF', 415, 'FILE_UNSUPPORTED', () => formOf({}, ['files', 'report.pdf', bomb])],
    ['a zip bomb', 415, 'FILE_UNSUPPORTED', () => formOf({}, ['files', 'jar.zip', bomb])],
    [
      'a file that is too large',
      413,
      'FILE_TOO_LARGE',
      () => formOf({}, ['files', 'a.txt', 'x'.repeat(10 * MEBIBYTE + 1)]),
    ],
    [
      'files that are too large together',
      413,
      'FILE_TOO_LARGE',
      () =>
        formOf(
          {},
          ...[7, 7, 6.2].map(
            (size) => ['files', 'a.txt', 'x'.repeat(size * MEBIBYTE)] as [string, string, string],
          ),
        ),
    ],
    [
      'a body beyond all bounds',
      413,
      'PAYLOAD_TOO_LARGE',
      () => formOf({}, ['files', 'a.txt', 'x'.repeat(25 * MEBIBYTE)]),
    ],
    [
      'too many files, under both names',
      422,
      'TOO_MANY_FILES',
      () =>
        formOf(
          {},
          ...['files', 'files', 'files', 'file', 'file', 'file'].map(
            (part) => [part, 'a.txt', 'x'] as [string, string, string],
          ),
        ),
    ],
    ['a text where a file belongs', 415, 'UNSUPPORTED_MEDIA_TYPE', () => formOf({ files: 'no file' })],
    [
      'a hostile address beside a good file',
      422,
      'REPOSITORY_URL_NOT_ALLOWED',
      () => formOf({ repositoryUrl: 'http://127.0.0.1/a/b' }, ['files', 'a.txt', 'x']),
    ],
  ]
  test.each(WRONG)('a refused upload of %s leaves neither row nor file', async (_, status, code, form) => {
    const learner = await testbed.addLearner()
    const before = testbed.storedFiles().length
    for (const path of ['draft', 'submit']) {
      const response = await testbed.call(
        `POST /course/${learner.courseId}/project/${path}`,
        learner.userId,
        form(),
      )
      expect([response.status, response.body.error.code]).toEqual([status, code])
    }
    expect(testbed.storedFiles()).toHaveLength(before)
    expect(await fileRows(learner.userId)).toHaveLength(0)
    expect(
      (await testbed.call(`GET /course/${learner.courseId}/project/submission`, learner.userId)).status,
    ).toBe(404)
  })

  test('a refused second submission leaves neither row nor file', async () => {
    const learner = await testbed.addLearner()
    await testbed.call(`POST /course/${learner.courseId}/project/submit`, learner.userId, { notes: 'A jar.' })
    const before = testbed.storedFiles().length
    const form = formOf({}, ['files', 'a.txt', 'x'])
    const response = await testbed.call(
      `POST /course/${learner.courseId}/project/submit`,
      learner.userId,
      form,
    )
    expect(response.body.error.code).toBe('ASSESSMENT_PENDING')
    expect(testbed.storedFiles()).toHaveLength(before)
    expect(await fileRows(learner.userId)).toHaveLength(0)
  })
})

test('after fifty concurrent uploads one set of files stays and the others are deleted', async () => {
  const learner = await testbed.addLearner()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      draftOf(learner, formOf({}, ['files', `${index}.txt`, String(index)])),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const replaced = (await testbed.pendingJobs()).flatMap(
    ({ data }) => (data.fileIds as string[] | undefined) ?? [],
  )
  await deleteUnattachedFiles(testbed.platform, replaced)
  expect(await fileRows(learner.userId)).toHaveLength(1)
  const { files } = await submissionOf(learner)
  expect(files).toHaveLength(1)
  expect(`${await (await download(files[0].url)).text()}.txt`).toBe(files[0].name)
})

test('files of an aborted upload are deleted after one hour and not before', async () => {
  const learner = await testbed.addLearner()
  const now = new Date()
  const file = { name: 'lost.txt', contentType: 'text/plain', bytes: Buffer.from('lost') }
  const [id] = await storeFiles(testbed.platform, learner.userId, [file], now)
  await deleteOrphanedFiles(testbed.platform, new Date(now.getTime() + 50 * 60_000))
  expect(testbed.storedFiles()).toContain(id!)
  await deleteOrphanedFiles(testbed.platform, new Date(now.getTime() + 61 * 60_000))
  expect(testbed.storedFiles()).not.toContain(id!)
  expect(await fileRows(learner.userId)).toHaveLength(0)
})

test('a file that cannot be deleted does not stop the deletion of others', async () => {
  const learner = await testbed.addLearner()
  const now = new Date()
  const file = { name: 'lost.txt', contentType: 'text/plain', bytes: Buffer.from('lost') }
  const ids: FileId[] = []
  for (let count = 0; count < 3; count++)
    ids.push(...(await storeFiles(testbed.platform, learner.userId, [file], new Date(now.getTime() + count))))
  const stuck = join(testbed.platform.config.dataDir, 'files', storageKeyOf(ids[0]!))
  rmSync(stuck)
  mkdirSync(stuck)
  const deleteOrphans = () => deleteOrphanedFiles(testbed.platform, new Date(now.getTime() + 61 * 60_000))
  // The error is reported.
  await expect(deleteOrphans()).rejects.toThrow()
  expect(await fileRows(learner.userId)).toHaveLength(1)
  rmSync(stuck, { recursive: true })
  await deleteOrphans()
  expect(await fileRows(learner.userId)).toHaveLength(0)
})
