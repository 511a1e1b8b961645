import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../src/modules/admin/admin-testbed.ts'
import { lockCatalog } from '../src/modules/authoring/public/change-catalog.ts'
import { unpackArchive } from '../src/platform/archive/unpack-archive.ts'
import { writeTarGz } from '../src/platform/archive/write-tar.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { ApiResponse } from './harness/api-client.ts'
import { FIXTURE } from './harness/learning-testbed.ts'
import { digestTables } from './harness/personal-data/table-digests.ts'
import { waitUntil } from './harness/wait-until.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-imports-data-'))
const root = mkdtempSync(join(tmpdir(), 'lyceum-imports-'))
let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await fixture?.stop()
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true })
})

async function archiveOf(folder: string): Promise<Buffer> {
  const files = (async function* () {
    for (const name of readdirSync(folder, { recursive: true }).map(String).toSorted())
      if (statSync(join(folder, name)).isFile()) yield { name, bytes: readFileSync(join(folder, name)) }
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTarGz(files)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function post(archive: Uint8Array, query = '', as = fixture.admin): Promise<ApiResponse> {
  const form = new FormData()
  form.set('archive', new File([new Uint8Array(archive)], 'pack.tar.gz'))
  return fixture.call(`POST /admin/content/imports${query}`, form, as)
}

async function finished(id: string) {
  let body: ApiResponse['body']
  await waitUntil(async () => {
    body = (await fixture.call(`GET /admin/content/imports/${id}`)).body.data
    return body.finishedAt !== null
  })
  return body
}

async function importNow(archive: Uint8Array, query = '') {
  const { status, body } = await post(archive, query)
  expect([status, body.error]).toEqual([200, undefined])
  return finished(body.data.id)
}

const db = () => fixture.service.test.database.query
/** Other tables change while a service runs. */
const CONTENT = [
  'badge_definition',
  'catalog_version',
  'category',
  'content_import',
  'course',
  'learning_path',
  'lesson',
  'medium',
  'question',
  'topic',
]
const digestContent = async () => {
  const digests = await digestTables(db())
  return CONTENT.map((table) => [table, digests[table]])
}
const countCourses = async () => (await db()`select from course`).length

test('a dry run lists what an import would do and changes nothing, and the import does it', async () => {
  const archive = await archiveOf(FIXTURE)
  const before = await digestContent()
  const dryRun = await post(archive, '?dryRun=true')
  expect(dryRun.body.data).toMatchObject({ id: null, state: 'DRY_RUN', faults: [] })
  const [preview] = dryRun.body.data.packs
  expect([preview.pack, preview.kinds.courses.added.length]).toEqual(['small-pack', 4])
  expect(await digestContent()).toEqual(before)

  const done = await importNow(archive)
  expect(done).toMatchObject({ state: 'DONE', faults: [], packs: [preview] })
  expect(await countCourses()).toBe(4)
  const again = await importNow(archive)
  expect(JSON.stringify(again.packs)).not.toMatch(/"(added|changed|archived)":\[[^\]]/)
  const [stored] = await db()`select count(*)::integer as count from content_import where archive is not null`
  expect(stored).toEqual({ count: 0 })
})

test('content that is missing in a pack is archived only if the request says so', async () => {
  const folder = join(root, 'smaller')
  cpSync(FIXTURE, folder, { recursive: true })
  rmSync(join(folder, 'courses/page-building'), { recursive: true })
  rmSync(join(folder, 'paths/web-developer.yaml'))
  const archive = await archiveOf(folder)
  const kept = await importNow(archive)
  expect(kept.packs[0].kinds.courses).toMatchObject({ archived: [], left: ['page-building'] })
  const archived = await importNow(archive, '?archiveMissing=true')
  expect(archived.packs[0].kinds.courses).toMatchObject({ archived: ['page-building'], left: [] })
})

test('faults are named by file and line, and nothing of the pack is imported', async () => {
  const folder = join(root, 'faulty')
  cpSync(FIXTURE, folder, { recursive: true })
  const file = join(folder, 'courses/chain-basics/course.yaml')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('level: BEGINNER', 'level: EASY').replace('Chain basics', 'Changed'),
  )
  const before = await db()`select title, version from course order by id`
  const archive = await archiveOf(folder)
  const fault = {
    file: 'courses/chain-basics/course.yaml',
    line: 4,
    message: expect.stringContaining('level'),
  }
  expect((await post(archive, '?dryRun=true')).body.data).toMatchObject({ state: 'DRY_RUN', faults: [fault] })
  expect(await importNow(archive)).toMatchObject({ state: 'FAILED', packs: [], faults: [fault] })
  expect(await db()`select title, version from course order by id`).toEqual(before)
})

test('a bad archive is refused and stored nowhere, and only an ADMIN may import and export', async () => {
  const before = (await db()`select from content_import`).length
  const hostile = (async function* () {
    yield { name: '../../escape.yaml', bytes: new TextEncoder().encode('x') }
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTarGz(hostile)) chunks.push(chunk)
  for (const bytes of [Buffer.concat(chunks), Buffer.from('no archive')]) {
    const { status, body } = await post(bytes)
    expect([status, body.error.code]).toEqual([422, 'ARCHIVE_REFUSED'])
  }
  const empty = await fixture.call('POST /admin/content/imports', new FormData())
  expect(empty.body.error.code).toBe('ARCHIVE_MISSING')
  const author = await fixture.staff('CREATOR')
  expect((await post(Buffer.concat(chunks), '', author)).status).toBe(403)
  expect((await fixture.call('GET /admin/content/export', undefined, author)).status).toBe(403)
  expect((await db()`select from content_import`).length).toBe(before)
})

test('the same archive that is sent many times at once is one import', async () => {
  const folder = join(root, 'many')
  cpSync(FIXTURE, folder, { recursive: true })
  writeFileSync(join(folder, 'README.md'), 'Another archive.')
  const archive = await archiveOf(folder)
  // The catalog is locked, so that no import can end before all requests have come.
  const lockedWrite = createWrite(fixture.service.test.database, reactionTable([]), () => {})
  const responses = await lockedWrite(async (tx) => {
    await lockCatalog(tx)
    return { all: await Promise.all(Array.from({ length: 8 }, () => post(archive))) }
  })
  for (const { status } of responses.all) expect(status).toBe(200)
  const [id, ...others] = new Set(responses.all.map(({ body }) => body.data.id as string))
  expect(others).toEqual([])
  expect(await finished(id!)).toMatchObject({ state: 'DONE' })
  const audited =
    await db()`select from audit_entry where action = 'content.imported' and subject_id = ${id!}`
  expect(audited).toHaveLength(1)
})

test('an export over HTTP has packs and authored content, can be filtered, and can be imported again', async () => {
  const { courseId } = await publishedCourse(fixture)
  const read = async (query: string) => {
    const response = await fetch(`${fixture.service.url}/api/v2/admin/content/export${query}`, {
      headers: { authorization: `Bearer ${fixture.admin.accessToken}` },
    })
    expect([query, response.status, response.headers.get('content-type')]).toEqual([
      query,
      200,
      'application/gzip',
    ])
    const bytes = new Uint8Array(await response.arrayBuffer())
    const folder = mkdtempSync(join(root, 'export-'))
    await unpackArchive(bytes, folder, { files: 1_000, bytes: 50_000_000 })
    return { bytes, names: readdirSync(folder, { recursive: true }).map(String) }
  }
  const all = await read('')
  expect(all.names).toContain('small-pack/pack.yaml')
  expect(all.names).toContain(`authored/courses/${courseId}/course.yaml`)
  const again = await importNow(all.bytes)
  expect(again).toMatchObject({ state: 'DONE', faults: [] })
  expect(JSON.stringify(again.packs)).not.toMatch(/"(added|changed|kept|archived)":\[[^\]]/)
  expect((await read('?pack=small-pack')).names).toContain('courses/chain-basics/course.yaml')
  for (const query of [`?courseId=${courseId}`, `?authorId=${fixture.admin.id}`, '?pack=authored'])
    expect((await read(query)).names).toContain(`courses/${courseId}/course.yaml`)
  for (const query of ['?pack=no-such-pack', `?courseId=${fixture.admin.id}`])
    expect((await fixture.call(`GET /admin/content/export${query}`)).body.error.code).toBe('PACK_NOT_FOUND')
})

test('an export whose file is missing in the storage is refused and names the file', async () => {
  rmSync(join(dataDir, 'files/media'), { recursive: true })
  const { status, body } = await fixture.call('GET /admin/content/export?pack=small-pack')
  expect([status, body.error.code]).toEqual([409, 'CONTENT_FILE_MISSING'])
  expect(body.message).toMatch(/The image [0-9a-f]{32}\.svg of the course chain-basics is not in the storage/)
})
