import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createLearningTestbed,
  FIXTURE,
  type LearningTestbed,
  packOf,
} from '../../../../test/harness/learning-testbed.ts'
import { digestTables } from '../../../../test/harness/personal-data/table-digests.ts'
import { exportPack } from './export-pack.ts'
import { importPack, previewImport } from './import-pack.ts'

let testbed: LearningTestbed
let root: string
beforeAll(async () => {
  testbed = await createLearningTestbed()
  root = mkdtempSync(join(tmpdir(), 'lyceum-packs-'))
})
afterAll(async () => {
  await testbed.stop()
  rmSync(root, { recursive: true })
})

const NOW = new Date('2026-11-02T08:00:00Z')
let folders = 0
const newFolder = () => join(root, String(folders++))

/** A pack with one course, one path, one question and one category, all with the given key. */
function writePack(id: string, changes: Record<string, string> = {}): string {
  const folder = newFolder()
  const files = {
    'pack.yaml': `id: ${id}\nname: Pack ${id}\nversion: 1\n`,
    'topics.yaml': `- key: ${id}\n  title: Topic ${id}\n`,
    'categories.yaml': `- key: ${id.toUpperCase()}\n  title: Category ${id}\n`,
    [`courses/${id}/course.yaml`]: `title: Course ${id}\ndescription: D.\ncategory: ${id.toUpperCase()}\nlevel: BEGINNER\nskills: [counting]\ntopic: ${id}\nbonus: { xp: 1, gems: 1 }\n`,
    [`courses/${id}/lessons/01-first.md`]: `---\ntitle: First\nxp: 1\ngems: 1\n---\n\n## First\n\nText.\n\n\`\`\`quiz\nkey: one\nprompt: One?\nright: Yes\nwrong: [No]\nexplanation: So.\ndifficulty: EASY\n\`\`\`\n`,
    [`paths/${id}.yaml`]: `title: Path ${id}\ndescription: D.\ncategory: GENERAL\nkind: FOUNDATION\ncourses: [${id}]\n`,
    [`questions/${id}.yaml`]:
      '- key: two\n  prompt: Two?\n  right: Yes\n  wrong: [No]\n  explanation: So.\n  difficulty: EASY\n',
    ...changes,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
}

const importFrom = async (folder: string, archiveMissing = false) =>
  importPack(testbed.platform, await packOf(folder), { now: NOW, archiveMissing })
const preview = async (folder: string, archiveMissing = false) =>
  previewImport(testbed.platform, await packOf(folder), archiveMissing)

/** All content of the catalog except that of one pack. */
async function contentWithout(packId: string) {
  const { db } = testbed.platform
  return {
    courses: await db`select * from course where pack_id is distinct from ${packId} order by key`,
    lessons: await db`
      select * from lesson where course_id in (select id from course where pack_id is distinct from ${packId}) order by id`,
    questions: await db`select * from question where pack_id is distinct from ${packId} order by key`,
    paths: await db`select * from learning_path where pack_id is distinct from ${packId} order by key`,
    members: await db`
      select * from learning_path_course
      where path_id in (select id from learning_path where pack_id is distinct from ${packId}) order by 1, 2`,
    topics: await db`select * from topic where pack_id is distinct from ${packId} order by key`,
    categories: await db`select * from category where pack_id is distinct from ${packId} order by key`,
  }
}

describe('several packs', () => {
  test('an import does not touch the content of another pack, with or without archiving', async () => {
    const before = await contentWithout('alone')
    expect(before.courses).toHaveLength(4)
    const folder = writePack('alone')
    const first = await importFrom(folder, true)
    expect(first.courses).toEqual({ added: ['alone'], changed: [], unchanged: 0, archived: [], left: [] })
    expect(first.lessons.added).toEqual(['alone/first'])
    expect(await contentWithout('alone')).toEqual(before)
    rmSync(join(folder, 'paths'), { recursive: true })
    rmSync(join(folder, 'questions'), { recursive: true })
    expect((await importFrom(folder, true)).paths.archived).toEqual(['alone'])
    expect(await contentWithout('alone')).toEqual(before)
    expect(await testbed.importFolder(FIXTURE)).toMatchObject({ courses: { unchanged: 4, archived: 0 } })
    expect((await testbed.course('alone')).lessons).toHaveLength(1)
  })

  test('keys of another pack are refused by name and nothing is imported', async () => {
    await importFrom(writePack('owner'))
    const before = await digestTables(testbed.platform.db)
    const thief = writePack('owner', {
      'pack.yaml': 'id: thief\nname: Thief\nversion: 1\n',
      'topics.yaml': '- key: owner\n  title: Renamed\n',
      'categories.yaml': '- key: OWNER\n  title: Renamed\n',
    })
    const expected = [
      ['categories.yaml', 'the category OWNER'],
      ['topics.yaml', 'the topic owner'],
      ['courses/owner/course.yaml', 'the course owner'],
      ['paths/owner.yaml', 'the path owner'],
      ['questions/owner.yaml', 'the question topic:owner/two'],
    ].map(([file, what]) => ({
      file: file!,
      line: 1,
      message: `${what} belongs to the pack owner, so the pack thief cannot change it; choose another key`,
    }))
    await expect(importFrom(thief)).rejects.toMatchObject({ errors: expected })
    await expect(preview(thief)).rejects.toMatchObject({ errors: expected })
    expect(await digestTables(testbed.platform.db)).toEqual(before)
  })

  test('archived content still belongs to its pack', async () => {
    const folder = writePack('keeper')
    await importFrom(folder)
    rmSync(join(folder, 'paths'), { recursive: true })
    await importFrom(folder, true)
    const other = writePack('taker', {
      'paths/keeper.yaml':
        'title: K\ndescription: D.\ncategory: GENERAL\nkind: FOUNDATION\ncourses: [taker]\n',
    })
    rmSync(join(other, 'paths/taker.yaml'))
    await expect(importFrom(other)).rejects.toMatchObject({ errors: [{ file: 'paths/keeper.yaml' }] })
  })

  test('two packs share a topic and a category if they agree on the titles, and an export contains both', async () => {
    await importFrom(writePack('lender'))
    const folder = writePack('borrower', {
      'topics.yaml': '- key: lender\n  title: Topic lender\n- key: borrower\n  title: Topic borrower\n',
      'categories.yaml':
        '- key: BORROWER\n  title: Category borrower\n- key: LENDER\n  title: Category lender\n',
      'questions/lender.yaml':
        '- key: own\n  prompt: Own?\n  right: Yes\n  wrong: [No]\n  explanation: So.\n  difficulty: EASY\n',
    })
    edit(folder, 'courses/borrower/course.yaml', (text) =>
      text.replace('category: BORROWER', 'category: LENDER'),
    )
    const report = await importFrom(folder)
    expect(report.topics).toMatchObject({ added: ['borrower'], changed: [], unchanged: 1 })
    expect(report.categories).toMatchObject({ added: ['BORROWER'], changed: [], unchanged: 1 })
    const out = newFolder()
    const files = await exportPack(testbed.platform, { folder: out, id: 'borrower', name: 'B', version: 1 })
    expect(files.filter((file) => file.startsWith('courses/'))).toEqual([
      'courses/borrower/course.yaml',
      'courses/borrower/lessons/01-first.md',
    ])
    const exported = await packOf(out)
    expect(exported.topics.map(({ key }) => key)).toEqual(['borrower', 'lender'])
    expect(new Set(exported.categories.map(({ key }) => key))).toEqual(new Set(['BORROWER', 'LENDER']))
    expect(exported.questions).toHaveLength(2)
  })

  test('concurrent imports of two packs with the same key: one is imported, the other refused', async () => {
    const [one, other] = ['first', 'second'].map((id) =>
      writePack('contested', { 'pack.yaml': `id: ${id}\nname: N\nversion: 1\n` }),
    )
    const outcomes = await Promise.allSettled([importFrom(one!), importFrom(other!)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await testbed.platform.db`select from course where key = 'contested'`).toHaveLength(1)
  })
})

test('an export that is imported into an empty installation is exported with the same bytes', async () => {
  const fresh = await createLearningTestbed({ pack: null })
  try {
    const about = { id: 'small-pack', name: 'Out', version: 2 }
    const [first, second] = [newFolder(), newFolder()]
    const files = await exportPack(testbed.platform, { folder: first, ...about })
    await fresh.importFolder(first)
    expect(await exportPack(fresh.platform, { folder: second, ...about })).toEqual(files)
    expect(files.length).toBeGreaterThan(15)
    for (const file of files)
      expect([file, readFileSync(join(second, file))]).toEqual([file, readFileSync(join(first, file))])
  } finally {
    await fresh.stop()
  }
})

describe('missing content', () => {
  test('content that a pack no longer has stays and is reported, until an import shall archive it', async () => {
    const folder = newFolder()
    cpSync(FIXTURE, folder, { recursive: true })
    for (const gone of ['courses/page-building', 'paths/web-developer.yaml', 'questions/web.yaml'])
      rmSync(join(folder, gone), { recursive: true })
    const gone = await testbed.course('page-building')
    const [version] = await testbed.platform.db`select version from catalog_version`
    const report = await importFrom(folder)
    expect(report.courses).toMatchObject({ added: [], archived: [], left: ['page-building'] })
    expect(report.lessons).toMatchObject({ archived: [], left: ['page-building/first-page'] })
    expect(report.paths).toMatchObject({ archived: [], left: ['web-developer'] })
    expect(report.questions.left).toContain('topic:web/tag')
    expect(await testbed.course('page-building')).toEqual(gone)
    const again = await preview(folder)
    expect(await importFrom(folder)).toEqual(again)
    const archived = await importFrom(folder, true)
    expect(archived.courses).toMatchObject({ archived: ['page-building'], left: [] })
    expect(archived.questions.archived).toContain('topic:web/tag')
    expect(await testbed.platform.db`select version from catalog_version`).not.toEqual([version!])
    const back = await importFrom(FIXTURE)
    expect(back.courses.changed).toContainEqual({ key: 'page-building', fields: ['archived'] })
    expect(await testbed.course('page-building')).toEqual(gone)
  })
})

describe('previewImport', () => {
  test('a preview names every item and field, writes nothing, and the import does exactly the same', async () => {
    const folder = writePack('planned')
    await importFrom(folder)
    edit(folder, 'courses/planned/course.yaml', (text) =>
      text.replace('Course planned', 'Renamed').replace('xp: 1', 'xp: 2'),
    )
    edit(folder, 'courses/planned/lessons/01-first.md', (text) =>
      text.replace('## First', '## Begin').replace('prompt: One?', 'prompt: Which one?'),
    )
    edit(folder, 'paths/planned.yaml', (text) => text.replace('kind: FOUNDATION', 'kind: SPECIALIZATION'))
    rmSync(join(folder, 'questions/planned.yaml'))
    writeFileSync(
      join(folder, 'courses/planned/lessons/02-second.md'),
      '---\ntitle: Second\nxp: 1\ngems: 1\n---\n\n## Second\n\nText.\n',
    )
    writeFileSync(join(folder, 'topics.yaml'), '- key: planned\n  title: Another title\n')
    const before = await digestTables(testbed.platform.db)
    for (const archiveMissing of [false, true]) {
      const missing = { archived: archiveMissing ? ['topic:planned/two'] : [] }
      expect(await preview(folder, archiveMissing)).toEqual({
        categories: { added: [], changed: [], unchanged: 1, archived: [], left: [] },
        topics: {
          added: [],
          changed: [{ key: 'planned', fields: ['title'] }],
          unchanged: 0,
          archived: [],
          left: [],
        },
        questions: {
          added: [],
          changed: [{ key: 'course:planned/one', fields: ['prompt'] }],
          unchanged: 0,
          ...missing,
          left: archiveMissing ? [] : ['topic:planned/two'],
        },
        courses: {
          added: [],
          changed: [{ key: 'planned', fields: ['title', 'bonus'] }],
          unchanged: 0,
          archived: [],
          left: [],
        },
        lessons: {
          added: ['planned/second'],
          changed: [{ key: 'planned/first', fields: ['slides'] }],
          unchanged: 0,
          archived: [],
          left: [],
        },
        paths: {
          added: [],
          changed: [{ key: 'planned', fields: ['kind'] }],
          unchanged: 0,
          archived: [],
          left: [],
        },
        pictures: 0,
      })
    }
    expect(await digestTables(testbed.platform.db)).toEqual(before)
    const planned = await preview(folder, true)
    expect(await importFrom(folder, true)).toEqual(planned)
    const { pictures: _, ...again } = await preview(folder, true)
    for (const plan of Object.values(again))
      expect(plan).toMatchObject({ added: [], changed: [], archived: [] })
  })

  test('a preview stores no picture', async () => {
    const fresh = await createLearningTestbed({ pack: null })
    try {
      const pack = await packOf(FIXTURE)
      expect((await previewImport(fresh.platform, pack, false)).pictures).toBe(2)
      for (const name of pack.media.keys())
        expect(await fresh.platform.storage.get(`media/${name}`)).toBeFalsy()
    } finally {
      await fresh.stop()
    }
  })
})
