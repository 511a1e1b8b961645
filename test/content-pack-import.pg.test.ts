import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../src/modules/admin/admin-testbed.ts'
import { exportPack } from '../src/modules/authoring/packs/export-pack.ts'
import { importPack } from '../src/modules/authoring/packs/import-pack.ts'
import { readPack } from '../src/modules/authoring/packs/read-pack.ts'
import { createDiskStorage } from '../src/platform/storage/disk.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
})
afterAll(() => fixture.stop())

test('an import does not change content that was created on this server, and an export omits it', async () => {
  const learner = await fixture.service.register()
  const { courseId } = await publishedCourse(fixture)
  const courses = (await fixture.call('GET /admin/courses?limit=100')).body.data
  const packCourse = courses.find(({ origin }: { origin: string }) => origin === 'PACK')
  const path = await fixture.call('POST /admin/learning-paths', {
    title: 'Both',
    description: 'From here and from the pack.',
    category: 'GENERAL',
    kind: 'FOUNDATION',
    courseIds: [courseId, packCourse.id],
  })
  await fixture.call(`POST /admin/learning-paths/${path.body.data.id}/publish`)
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-admin-pack-'))
  try {
    const database = fixture.service.test.database
    const storage = createDiskStorage(join(folder, 'storage'))
    const platform = {
      db: database.query,
      replicaDb: database.query,
      storage,
      pubsub: { publish: () => {}, subscribe: async () => ({ end: async () => {} }) } as never,
      write: createWrite(database, reactionTable([]), () => {}),
    }
    const { pack } = await readPack(join(import.meta.dir, '../content'))
    const report = await importPack(platform, pack!, { now: new Date(), archiveMissing: true })
    expect(
      [report.courses, report.lessons, report.paths].map(({ archived, changed }) => [archived, changed]),
    ).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ])
    const shown = await fixture.call(`GET /learning-path/${path.body.data.id}`, undefined, learner)
    expect(JSON.stringify(shown.body)).toContain(courseId)
    const files = await exportPack(platform, {
      folder: join(folder, 'out'),
      id: pack!.id,
      name: 'Out',
      version: 1,
    })
    expect(files.some((file) => file.includes('admin:'))).toBe(false)
    expect((await readPack(join(folder, 'out'))).errors).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
