import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { collectOutcomes, createBarrier } from '../../../test/harness/barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { wavOf } from './audio/audio-testbed.ts'
import { deleteMediaFiles, deleteOrphanedMedia } from './delete-files.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'
import { deleteMedium, getMedium, getMediumUses, readLibrary } from './public/library.ts'
import type { Medium, MediumId } from './public/medium.ts'
import { completeUpload, prepareUpload } from './public/upload-medium.ts'
import { getUsedBytes, insertUpload } from './queries.ts'

let database: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  platform = await openTestPlatform(database)
})
afterAll(async () => {
  await platform.close()
  await database.drop()
})

const NOW = new Date('2026-11-16T12:00:00Z')
const AUDIO_BYTES = wavOf(1).length

/** Audio of one second that differs from all others. */
function audio(number: number): File {
  const bytes = wavOf(1)
  bytes.writeUInt32LE(number, 100)
  return new File([new Uint8Array(bytes)], `sound-${number}.wav`)
}

interface Upload {
  ownerId: UserId
  file: File
  quotaBytes?: number
  deps?: Pick<Platform, 'db' | 'write' | 'storage'>
}

function prepare({ ownerId, file, quotaBytes = 1e9, deps = platform }: Upload) {
  const { signal } = new AbortController()
  return prepareUpload(deps, {
    ownerId,
    file,
    alt: undefined,
    isDecorative: false,
    quotaBytes,
    signal,
    now: NOW,
  })
}

async function upload(request: Upload): Promise<Medium> {
  const prepared = await prepare(request)
  const { medium } = await platform.write((tx) => completeUpload(tx, request.ownerId, prepared))
  return medium
}

function storedFiles(): string[] {
  try {
    return readdirSync(join(platform.config.dataDir, 'files/library'))
  } catch {
    return []
  }
}

const filesOf = ({ id }: { id: string }) => storedFiles().filter((name) => name.startsWith(id))
const statusesOf = async (ownerId: UserId) =>
  (await platform.db<{ status: string }>`select status from medium where owner_id = ${ownerId}`).map(
    ({ status }) => status,
  )
const asOwner = (userId: UserId) => ({ userId, role: 'CREATOR' }) as const
const erase = (userId: UserId) =>
  platform.write((tx) => erasePersonalData(tx, { name: 'test', data: { userId } } as never))

/** Adds a course with a lesson whose slides have these texts. */
async function addLesson(...texts: string[]): Promise<{ courseId: string; lessonId: string }> {
  const [topic, courseId, lessonId] = [newId(), newId(), newId()]
  await platform.db`insert into topic (id, key, title) values (${topic}, ${topic}, 'Topic')`
  await platform.db`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
    values (${courseId}, ${courseId}, 'Course', 'Course', 'WEB', 'BEGINNER', ${topic}, 0, 0, now())`
  await platform.db`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
    values (${lessonId}, ${courseId}, 'a', 'A', 1, 0, 0, ${slidesOf(texts)}::jsonb)`
  return { courseId, lessonId }
}

const slidesOf = (texts: string[]) => texts.map((content) => ({ type: 'CALLOUT', tone: 'TIP', content }))
const linkTo = ({ files }: Medium) => `![](http://localhost:3000/files/library/${files[0]!.name})`

describe('the quota', () => {
  test('of twenty concurrent uploads as many succeed as the quota has room for, to the byte', async () => {
    const ownerId = await insertUser(platform.db)
    const quotaBytes = 7 * AUDIO_BYTES
    const outcomes = await collectOutcomes(
      Array.from({ length: 20 }, (_, number) => upload({ ownerId, file: audio(number), quotaBytes })),
    )
    expect(outcomes).toEqual({ done: 7, refused: { MEDIA_QUOTA_EXCEEDED: 13 } })
    expect(await getUsedBytes(platform.db, ownerId)).toBe(BigInt(quotaBytes))
    expect(storedFiles().filter((name) => name.endsWith('.wav')).length).toBeGreaterThanOrEqual(7)
  })

  test('without the lock the same uploads exceed it', async () => {
    const ownerId = await insertUser(platform.db)
    const arrive = createBarrier(4)
    const unlocked = Array.from({ length: 4 }, (_, number) =>
      platform.write(async (tx) => {
        const usedBytes = await getUsedBytes(tx, ownerId)
        await arrive()
        if (usedBytes + BigInt(AUDIO_BYTES) <= BigInt(AUDIO_BYTES))
          await insertUpload(tx, row(ownerId, number), NOW)
      }),
    )
    await Promise.all(unlocked)
    expect(await getUsedBytes(platform.db, ownerId)).toBe(BigInt(4 * AUDIO_BYTES))
  })

  test('a deleted medium makes room, and the refusal says how much is used', async () => {
    const ownerId = await insertUser(platform.db)
    const quotaBytes = AUDIO_BYTES + 10
    const first = await upload({ ownerId, file: audio(1), quotaBytes })
    await expect(upload({ ownerId, file: audio(2), quotaBytes })).rejects.toMatchObject({
      code: 'MEDIA_QUOTA_EXCEEDED',
      extra: { usedBytes: AUDIO_BYTES, quotaBytes },
    })
    await platform.write((tx) => deleteMedium(tx, asOwner(ownerId), first.id))
    await upload({ ownerId, file: audio(2), quotaBytes })
  })
})

function row(ownerId: UserId, number: number) {
  return {
    id: newId<'Medium'>(),
    ownerId,
    kind: 'AUDIO' as const,
    name: 'a.wav',
    alt: null,
    isDecorative: false,
    sizeBytes: BigInt(AUDIO_BYTES),
    width: null,
    height: null,
    placeholder: null,
    durationSeconds: 1,
    files: [{ name: 'x.wav', contentType: 'audio/wav', sizeBytes: AUDIO_BYTES, width: null, height: null }],
    digest: Buffer.alloc(32, number),
  } satisfies Parameters<typeof insertUpload>[1]
}

describe('the same file', () => {
  test('twenty concurrent uploads of one file by one author are one medium with one file', async () => {
    const ownerId = await insertUser(platform.db)
    const media = await Promise.all(Array.from({ length: 20 }, () => upload({ ownerId, file: audio(1) })))
    expect(new Set(media.map(({ id }) => id)).size).toBe(1)
    await deleteMediaFiles(platform, null)
    expect(await statusesOf(ownerId)).toEqual(['STORED'])
    expect(filesOf(media[0]!)).toHaveLength(1)
    expect(await getUsedBytes(platform.db, ownerId)).toBe(BigInt(AUDIO_BYTES))
  })

  test('the same file of another author is another medium', async () => {
    const [first, second] = [await insertUser(platform.db), await insertUser(platform.db)]
    const mine = await upload({ ownerId: first, file: audio(1) })
    const theirs = await upload({ ownerId: second, file: audio(1) })
    expect(theirs.id).not.toBe(mine.id)
    await expect(getMedium(platform.db, asOwner(second), mine.id)).rejects.toThrow('no such medium')
    expect((await getMedium(platform.db, { userId: second, role: 'ADMIN' }, mine.id)).id).toBe(mine.id)
  })

  test('a file that was deleted can be uploaded again, under another name', async () => {
    const ownerId = await insertUser(platform.db)
    const first = await upload({ ownerId, file: audio(1) })
    await platform.write((tx) => deleteMedium(tx, asOwner(ownerId), first.id))
    const second = await upload({ ownerId, file: audio(1) })
    expect(second.id).not.toBe(first.id)
    await deleteMediaFiles(platform, [first.id])
    expect([filesOf(first), filesOf(second)]).toEqual([[], [second.files[0]!.name]])
  })
})

describe('a crash', () => {
  test('after the row was inserted leaves nothing visible, and an hour later nothing at all', async () => {
    const ownerId = await insertUser(platform.db)
    const storage = { ...platform.storage, put: () => Promise.reject(new Error('the process is gone')) }
    const deps = { ...platform, storage }
    await expect(prepare({ ownerId, file: audio(1), deps })).rejects.toThrow('the process is gone')
    expect((await library(ownerId)).media).toEqual([])
    expect(await statusesOf(ownerId)).toEqual(['UPLOADING'])
    await deleteOrphanedMedia(platform, new Date(NOW.getTime() + 59 * 60_000))
    expect(await statusesOf(ownerId)).toEqual(['UPLOADING'])
    await deleteOrphanedMedia(platform, new Date(NOW.getTime() + 61 * 60_000))
    expect(await statusesOf(ownerId)).toEqual([])
  })

  test('after the files were stored is repaired in the same way, and the upload cannot end afterwards', async () => {
    const ownerId = await insertUser(platform.db)
    const prepared = await prepare({ ownerId, file: audio(1) })
    expect(filesOf({ id: prepared.mediumId })).toHaveLength(1)
    await deleteOrphanedMedia(platform, new Date(NOW.getTime() + 61 * 60_000))
    expect(filesOf({ id: prepared.mediumId })).toEqual([])
    await expect(platform.write((tx) => completeUpload(tx, ownerId, prepared))).rejects.toMatchObject({
      code: 'OVERLOADED',
    })
  })

  test('a file that cannot be deleted keeps its row, and the next run tries again', async () => {
    const ownerId = await insertUser(platform.db)
    const { id } = await upload({ ownerId, file: audio(1) })
    await platform.write((tx) => deleteMedium(tx, asOwner(ownerId), id))
    const storage = { ...platform.storage, delete: () => Promise.reject(new Error('the storage is away')) }
    await expect(deleteMediaFiles({ ...platform, storage }, [id])).rejects.toThrow('the storage is away')
    expect(await statusesOf(ownerId)).toEqual(['DELETED'])
    await deleteMediaFiles(platform, [id])
    expect(await statusesOf(ownerId)).toEqual([])
    expect(filesOf({ id })).toEqual([])
  })
})

const library = (ownerId: UserId, more: Partial<Parameters<typeof readLibrary>[1]> = {}) =>
  readLibrary(platform.db, {
    ownerId,
    kind: undefined,
    search: undefined,
    after: undefined,
    limit: 100,
    offset: 0,
    ...more,
  })

describe('used-by', () => {
  test('the slides of a lesson are indexed when they are inserted, changed and emptied', async () => {
    const ownerId = await insertUser(platform.db)
    const [one, two] = [await upload({ ownerId, file: audio(1) }), await upload({ ownerId, file: audio(2) })]
    const { courseId, lessonId } = await addLesson('nothing', `${linkTo(one)} ${linkTo(one)}`, linkTo(one))
    const use = (slide: number) => ({ kind: 'LESSON', id: lessonId, courseId, slide }) as const
    expect(await getMediumUses(platform.db, one.id)).toEqual([use(2), use(3)])
    await platform.db`update lesson set slides = ${slidesOf([linkTo(two)])}::jsonb where id = ${lessonId}`
    expect(await getMediumUses(platform.db, one.id)).toEqual([])
    expect(await getMediumUses(platform.db, two.id)).toEqual([use(1)])
    await platform.db`update lesson set slides = '[]' where id = ${lessonId}`
    expect(await getMediumUses(platform.db, two.id)).toEqual([])
    // As the import of a content pack writes lessons.
    await platform.db`
      insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
      values (${newId()}, ${courseId}, 'a', 'A', 1, 0, 0, ${slidesOf([linkTo(one)])}::jsonb)
      on conflict (course_id, key) do update set slides = excluded.slides`
    expect(await getMediumUses(platform.db, one.id)).toEqual([use(1)])
  })

  test('unpublished changes of lessons and courses are indexed until they are published or discarded', async () => {
    const ownerId = await insertUser(platform.db)
    const medium = await upload({ ownerId, file: audio(1) })
    const { courseId, lessonId } = await addLesson('nothing')
    const kinds = async () => (await getMediumUses(platform.db, medium.id)).map(({ kind }) => kind)
    const slides = slidesOf([linkTo(medium)])
    await platform.db`update lesson set edited = ${{ slides }}::jsonb where id = ${lessonId}`
    await platform.db`update course set edited = ${{ description: linkTo(medium) }}::jsonb where id = ${courseId}`
    expect(await kinds()).toEqual(['COURSE', 'LESSON'])
    await platform.db`update lesson set slides = ${slides}::jsonb, edited = null where id = ${lessonId}`
    await platform.db`update course set edited = null where id = ${courseId}`
    expect(await kinds()).toEqual(['LESSON'])
  })

  test('descriptions, projects, covers and questions are indexed too', async () => {
    const ownerId = await insertUser(platform.db)
    const medium = await upload({ ownerId, file: audio(1) })
    const { courseId } = await addLesson('nothing')
    const [pathId, questionId] = [newId(), newId()]
    await platform.db`
      insert into learning_path (id, key, title, description, category, kind)
      values (${pathId}, ${pathId}, 'Path', ${linkTo(medium)}, 'WEB', 'FOUNDATION')`
    await platform.db`
      update course set project_draft = ${{ description: linkTo(medium) }}::jsonb, cover_medium_id = ${medium.id}
      where id = ${courseId}`
    await platform.db`
      insert into question (id, key, use, difficulty, prompt, options, correct_index, explanation, html)
      values (${questionId}, ${questionId}, 'RESERVED', 'EASY', 'A?', array['a', ${linkTo(medium)}], 0, '',
        '{"prompt": "", "explanation": ""}')`
    const kinds = async () => (await getMediumUses(platform.db, medium.id)).map(({ kind, id }) => [kind, id])
    expect(await kinds()).toEqual([
      ['COURSE', courseId],
      ['COURSE_COVER', courseId],
      ['PATH', pathId],
      ['QUESTION', questionId],
    ])
    await platform.db`update course set project_draft = null, cover_medium_id = null where id = ${courseId}`
    await platform.db`update learning_path set description = 'x', cover_medium_id = ${medium.id} where id = ${pathId}`
    await platform.db`update question set options = array['a', 'b'] where id = ${questionId}`
    expect(await kinds()).toEqual([['PATH_COVER', pathId]])
  })

  test('an address of no medium, or of a deleted one, is no use', async () => {
    const ownerId = await insertUser(platform.db)
    const medium = await upload({ ownerId, file: audio(1) })
    await platform.write((tx) => deleteMedium(tx, asOwner(ownerId), medium.id))
    await addLesson(linkTo(medium), `/files/library/${newId()}.webp`, '/files/library/x', '/files/library/')
    expect(await getMediumUses(platform.db, medium.id)).toEqual([])
    await deleteMediaFiles(platform, [medium.id])
  })

  test('a used medium is not deleted, also if the lesson is written at the same time', async () => {
    const ownerId = await insertUser(platform.db)
    for (let round = 0; round < 10; round++) {
      const medium = await upload({ ownerId, file: audio(100 + round) })
      const { lessonId } = await addLesson('nothing')
      const [deleted, written] = await Promise.allSettled([
        platform.write((tx) => deleteMedium(tx, asOwner(ownerId), medium.id)),
        platform.write(
          (tx) => tx`update lesson set slides = ${slidesOf([linkTo(medium)])}::jsonb where id = ${lessonId}`,
        ),
      ])
      expect(written.status).toBe('fulfilled')
      const uses = await getMediumUses(platform.db, medium.id)
      expect(uses).toHaveLength(deleted.status === 'fulfilled' ? 0 : 1)
      if (deleted.status === 'rejected') expect(deleted.reason.code).toBe('MEDIUM_IN_USE')
    }
  })
})

describe('the library', () => {
  test('pages follow each other by cursor, and a search finds names', async () => {
    const ownerId = await insertUser(platform.db)
    for (let number = 0; number < 5; number++) await upload({ ownerId, file: audio(number) })
    const first = await library(ownerId, { limit: 2 })
    const { createdAt, id } = first.media[1]!
    const second = await library(ownerId, { limit: 10, after: { createdAt, id } })
    const names = [...first.media, ...second.media].map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'sound-0.wav',
      'sound-1.wav',
      'sound-2.wav',
      'sound-3.wav',
      'sound-4.wav',
    ])
    expect(first).toMatchObject({ total: 5, usedBytes: 5 * AUDIO_BYTES })
    expect((await library(ownerId, { search: 'SOUND-3' })).media.map(({ name }) => name)).toEqual([
      'sound-3.wav',
    ])
    expect((await library(ownerId, { search: '%' })).media).toEqual([])
    expect((await library(ownerId, { kind: 'PICTURE' })).total).toBe(0)
  })

  test('the name of a file is made safe to display', async () => {
    const ownerId = await insertUser(platform.db)
    const [bytes, names] = [wavOf(1), ['../../etc/passwd', 'a\u202e<b>.wav', '', `${'x'.repeat(200)}.wav`]]
    for (const [index, name] of names.entries()) {
      bytes.writeUInt32LE(index + 1, 100)
      await upload({ ownerId, file: new File([new Uint8Array(bytes)], name) })
    }
    const { media } = await library(ownerId)
    expect(media.map(({ name }) => name).toSorted()).toEqual(
      ['passwd', 'ab.wav', 'file', `${'x'.repeat(80)}…${'x'.repeat(15)}.wav`].toSorted(),
    )
  })
})

describe('a deleted account', () => {
  test('its unused media go with their files, and used ones stay without the name of their file', async () => {
    const ownerId = await insertUser(platform.db)
    const [used, unused] = [
      await upload({ ownerId, file: audio(1) }),
      await upload({ ownerId, file: audio(2) }),
    ]
    await addLesson(linkTo(used))
    const pending = await prepare({ ownerId, file: audio(3) })
    expect(await exportPersonalData(platform.db, ownerId)).toHaveLength(2)
    await erase(ownerId)
    // Handlers of account erasure can run again.
    await erase(ownerId)
    await deleteMediaFiles(platform, null)
    const rows = await platform.db<{ id: MediumId; name: string; status: string }>`
      select id, name, status from medium where owner_id = ${ownerId}`
    expect(rows).toEqual([{ id: used.id, name: 'file', status: 'STORED' }])
    expect([filesOf(used).length, filesOf(unused), filesOf({ id: pending.mediumId })]).toEqual([1, [], []])
  })

  test('an upload that was running cannot end after it', async () => {
    const ownerId = await insertUser(platform.db)
    const prepared = await prepare({ ownerId, file: audio(1) })
    await platform.db`update user_account set deleted_at = now() where id = ${ownerId}`
    await expect(platform.write((tx) => completeUpload(tx, ownerId, prepared))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
