import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  copyFixture,
  createLearningTestbed,
  FIXTURE,
  type LearningTestbed,
  packOf,
} from '../../../../test/harness/learning-testbed.ts'
import type { UserId } from '../../../platform/ids.ts'
import { BUILT_IN_CATEGORIES } from '../../catalog/public/category.ts'
import type { Pack } from '../public/pack.ts'
import { exportPack } from './export-pack.ts'
import { importPack } from './import-pack.ts'

let testbed: LearningTestbed
let copy: ReturnType<typeof copyFixture>
beforeAll(async () => {
  testbed = await createLearningTestbed()
})
afterAll(() => testbed.stop())
beforeEach(() => {
  copy = copyFixture()
})
afterEach(async () => {
  copy.remove()
  await testbed.importFolder(FIXTURE)
})

function edit(file: string, change: (text: string) => string): void {
  const path = join(copy.folder, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

async function finishChainBasics(): Promise<UserId> {
  const user = await testbed.addUser()
  const { lessons } = await testbed.course('chain-basics')
  for (const lesson of lessons) await testbed.call(`POST /user-lessons/${lesson}/complete`, user, {})
  return user
}

const NOTHING = { added: 0, changed: 0, archived: 0 }

describe('importPack', () => {
  test('the first import adds everything and reports the counts', async () => {
    const fresh = await createLearningTestbed({ pack: null })
    const steps: string[] = []
    const report = await importPack(fresh.platform, await packOf(FIXTURE), {
      now: new Date(),
      onProgress: (step, done, total) => steps.push(`${step} ${done}/${total}`),
    })
    const { pictures, ...kinds } = report
    expect(pictures).toBe(2)
    for (const plan of Object.values(kinds))
      expect(plan).toMatchObject({ changed: [], unchanged: 0, archived: [], left: [] })
    expect(Object.entries(kinds).map(([kind, { added }]) => [kind, added.length])).toEqual([
      ['categories', 0],
      ['topics', 2],
      ['questions', 6],
      ['courses', 4],
      ['lessons', 7],
      ['paths', 4],
    ])
    expect(steps).toEqual([
      'pictures 1/2',
      'pictures 2/2',
      'topics 2/2',
      'questions 6/6',
      'courses 4/4',
      'lessons 7/7',
      'paths 4/4',
    ])
    await fresh.stop()
  })

  test('a repeated import changes no row and no version, and progress stays', async () => {
    const user = await finishChainBasics()
    const before = await testbed.call('GET /user-courses', user)
    const [version] = await testbed.platform.db`select version from catalog_version`
    const report = await testbed.importFolder(FIXTURE)
    for (const counts of [report.topics, report.questions, report.courses, report.lessons, report.paths])
      expect(counts).toMatchObject(NOTHING)
    expect(await testbed.platform.db`select version from catalog_version`).toEqual([version!])
    expect((await testbed.call('GET /user-courses', user)).body).toEqual(before.body)
  })

  test('a changed pack updates rows in place, so ids and progress stay', async () => {
    const user = await finishChainBasics()
    const before = await testbed.course('chain-basics')
    edit('courses/chain-basics/course.yaml', (text) => text.replace('Chain basics', 'Chains renamed'))
    edit('courses/chain-basics/lessons/02-keys.md', (text) =>
      text.replace('title: Keys', 'title: Keys renamed'),
    )
    edit('courses/chain-basics/lessons/01-blocks.md', (text) =>
      text.replace('What ties a block', 'What binds a block'),
    )
    edit('paths/web-developer.yaml', (text) => text.replace('page-building', 'number-sense, page-building'))
    const report = await testbed.importFolder(copy.folder)
    expect(report).toMatchObject({
      topics: NOTHING,
      questions: { added: 0, changed: 1, unchanged: 5, archived: 0 },
      courses: { added: 0, changed: 1, unchanged: 3, archived: 0 },
      lessons: { added: 0, changed: 1, unchanged: 6, archived: 0 },
      paths: { added: 0, changed: 1, unchanged: 3, archived: 0 },
    })
    expect(await testbed.course('chain-basics')).toEqual(before)
    const { body } = await testbed.call(`GET /course/${before.id}`, user)
    expect(body.data).toMatchObject({ title: 'Chains renamed', progressPercentage: 100 })
    expect(body.data.lessons[1]).toMatchObject({ title: 'Keys renamed', isCompleted: true })
    const lesson = await testbed.call(`GET /lesson/${before.lessons[0]}`, user)
    expect(JSON.stringify(lesson.body)).toContain('What binds a block')
  })

  test('a category of a pack is imported, listed with its courses, exported and kept', async () => {
    const read = async () => (await testbed.call('GET /public/categories', undefined)).body.data
    const title = { en: 'Cooking', fr: 'Cuisine' }
    const general = { key: 'GENERAL', title: 'General', totalCourses: 1 }
    expect(await read()).toMatchObject([{ key: 'BLOCKCHAIN' }, { key: 'WEB' }, general])
    writeFileSync(
      join(copy.folder, 'categories.yaml'),
      '- key: COOKING\n  title: Cooking\n  titles: { fr: Cuisine }\n',
    )
    edit('courses/number-sense/course.yaml', (text) => text.replace('GENERAL', 'COOKING'))
    await testbed.importFolder(copy.folder)
    expect((await read()).at(-1)).toEqual({
      key: 'COOKING',
      title: 'Cooking',
      titles: title,
      totalCourses: 1,
    })
    const user = await testbed.addUser()
    const { body } = await testbed.call('GET /course?category=COOKING', user)
    expect(body.data).toMatchObject([{ title: 'Number sense', categoryTitles: title }])
    expect(body.meta.categories).toEqual(await read())
    const [{ id }] = body.data
    for (const endpoint of [`GET /course/${id}`, `GET /public/courses/${id}`])
      expect((await testbed.call(endpoint, user)).body.data.categoryTitles).toEqual(title)
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-categories-'))
    try {
      await exportPack(testbed.platform, { folder, id: 'small-pack', name: 'Out', version: 1 })
      expect((await packOf(folder)).categories).toEqual([{ key: 'COOKING', titles: title }])
    } finally {
      rmSync(folder, { recursive: true })
    }
    await testbed.importFolder(FIXTURE)
    expect(await read()).toMatchObject([{ key: 'BLOCKCHAIN' }, { key: 'WEB' }, general])
    expect(await testbed.platform.db`select key from category where key = 'COOKING'`).toHaveLength(1)
    await testbed.platform.db`delete from category where key = 'COOKING'`
  })

  test('the categories of the migration are those that packs may use without a definition', async () => {
    const rows = await testbed.platform.db<{ key: string; languages: string[] }>`
      select key, array(select jsonb_object_keys(titles)) as languages from category`
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(BUILT_IN_CATEGORIES))
    for (const { languages } of rows) expect(languages.sort()).toEqual(['ar', 'en', 'fr', 'pt', 'sw'])
  })

  test('an added lesson lowers the progress, but the course stays completed and is not paid again', async () => {
    const user = await finishChainBasics()
    const { id } = await testbed.course('chain-basics')
    const [{ completedAt }] = (await testbed.call('GET /user-courses', user)).body.data
    writeFileSync(
      join(copy.folder, 'courses/chain-basics/lessons/04-more.md'),
      '---\ntitle: More\nxp: 11\ngems: 1\n---\n\n## More\n\nThere is more.\n',
    )
    expect((await testbed.importFolder(copy.folder)).lessons.added).toBe(1)
    const fallen = (await testbed.call('GET /user-courses', user)).body.data[0]
    expect(fallen).toMatchObject({ progressPercentage: 75, completedAt, totalLessons: 4 })
    const { lessons } = await testbed.course('chain-basics')
    const done = await testbed.call(`POST /user-lessons/${lessons[3]}/complete`, user, {})
    expect(done.body.data).toMatchObject({
      xpEarned: 11,
      gemsEarned: 1,
      newTotalXP: 161,
      courseProgress: 100,
    })
    const [transfers] = await testbed.platform.db<{ count: bigint }>`
      select count(*) from ledger_transfer where source like 'course:%'
        and id in (select transfer_id from ledger_entry where account = ${`user:${user}`})`
    expect(transfers!.count).toBe(1n)
    expect((await testbed.call(`GET /course/${id}`, user)).body.data.progressPercentage).toBe(100)
  })

  test('a lesson inserted in the middle opens after the previous one, and completed lessons stay open', async () => {
    const user = await finishChainBasics()
    renameSync(
      join(copy.folder, 'courses/chain-basics/lessons/03-wallets.md'),
      join(copy.folder, 'courses/chain-basics/lessons/04-wallets.md'),
    )
    writeFileSync(
      join(copy.folder, 'courses/chain-basics/lessons/03-middle.md'),
      '---\ntitle: Middle\nxp: 1\ngems: 1\n---\n\n## Middle\n\nIn between.\n',
    )
    await testbed.importFolder(copy.folder)
    const { id } = await testbed.course('chain-basics')
    const { lessons } = (await testbed.call(`GET /course/${id}`, user)).body.data
    expect(
      lessons.map(({ title, isLocked }: { title: string; isLocked: boolean }) => [title, isLocked]),
    ).toEqual([
      ['Blocks', false],
      ['Keys', false],
      ['Middle', false],
      ['Wallets', false],
    ])
  })

  test('missing content is archived and hidden; content that returns keeps its id', async () => {
    const user = await finishChainBasics()
    const course = await testbed.course('chain-basics')
    const gone = await testbed.course('page-building')
    rmSync(join(copy.folder, 'courses/page-building'), { recursive: true })
    rmSync(join(copy.folder, 'paths/web-developer.yaml'))
    rmSync(join(copy.folder, 'courses/chain-basics/lessons/03-wallets.md'))
    edit('questions/blockchain.yaml', (text) => text.slice(0, text.indexOf('- key: sha-length')))
    const report = await testbed.importFolder(copy.folder)
    expect(report).toMatchObject({
      questions: { archived: 1 },
      courses: { archived: 1 },
      lessons: { archived: 2 },
      paths: { archived: 1 },
    })
    expect((await testbed.call(`GET /course/${gone.id}`, user)).status).toBe(404)
    expect((await testbed.call(`GET /lesson/${gone.lessons[0]}`, user)).status).toBe(404)
    expect((await testbed.call('GET /learning-path', user)).body.data).toHaveLength(3)
    const { body } = await testbed.call(`GET /course/${course.id}`, user)
    expect(body.data).toMatchObject({ totalLessons: 2, progressPercentage: 100 })
    await testbed.importFolder(FIXTURE)
    expect(await testbed.course('page-building')).toEqual(gone)
    expect(await testbed.course('chain-basics')).toEqual(course)
    expect((await testbed.call(`GET /course/${course.id}`, user)).body.data.lessons[2].isCompleted).toBe(true)
  })

  test('a user whose only open lesson is removed gets the bonus with the next completion', async () => {
    const user = await testbed.addUser()
    const { lessons } = await testbed.course('chain-basics')
    for (const lesson of lessons.slice(0, 2))
      await testbed.call(`POST /user-lessons/${lesson}/complete`, user, {})
    rmSync(join(copy.folder, 'courses/chain-basics/lessons/03-wallets.md'))
    await testbed.importFolder(copy.folder)
    const { body } = await testbed.call(`POST /user-lessons/${lessons[1]}/complete`, user, {})
    expect(body.data).toMatchObject({ xpEarned: 100, gemsEarned: 25, courseProgress: 100 })
    const again = await testbed.call(`POST /user-lessons/${lessons[1]}/complete`, user, {})
    expect(again.body.data).toMatchObject({ xpEarned: 0, gemsEarned: 0 })
  })

  test('two concurrent imports have the result of sequential imports', async () => {
    edit('courses/chain-basics/course.yaml', (text) => text.replace('Chain basics', 'Chains twice'))
    const reports = await Promise.all(Array.from({ length: 4 }, () => testbed.importFolder(copy.folder)))
    expect(reports.map(({ courses }) => courses.changed).sort()).toEqual([0, 0, 0, 1])
  })

  test.each(['pictures', 'questions', 'lessons', 'paths'])(
    'an import that is killed at the %s changes nothing',
    async (step) => {
      edit('courses/chain-basics/course.yaml', (text) => text.replace('Chain basics', `Killed at ${step}`))
      edit('courses/chain-basics/lessons/02-keys.md', (text) => text.replace('title: Keys', `title: ${step}`))
      edit('questions/web.yaml', (text) => text.replace('Which tag', `Which ${step}`))
      const rows = async () => ({
        courses: await testbed.platform.db`select * from course order by key`,
        lessons: await testbed.platform.db`select * from lesson order by course_id, key`,
        questions: await testbed.platform.db`select * from question order by key`,
        paths: await testbed.platform.db`select * from learning_path order by key`,
        version: await testbed.platform.db`select version from catalog_version`,
      })
      const before = await rows()
      const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-killed-'))
      const child = Bun.spawn({
        cmd: [
          process.execPath,
          fileURLToPath(import.meta.resolve('./import-process-testbed.ts')),
          testbed.test.url,
          copy.folder,
          dataDir,
          step,
        ],
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await child.exited
      expect(child.signalCode).toBe('SIGKILL')
      expect(await rows()).toEqual(before)
      const report = await testbed.importFolder(copy.folder)
      expect(report).toMatchObject({
        courses: { changed: 1 },
        lessons: { changed: 1 },
        questions: { changed: 1 },
      })
      rmSync(dataDir, { recursive: true })
    },
  )
})

describe('exportPack', () => {
  async function roundTrip(folder: string): Promise<[Pack, Pack]> {
    const other = await createLearningTestbed({ pack: folder })
    const exported = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
    try {
      const pack = await packOf(folder)
      await exportPack(other.platform, {
        folder: exported,
        id: pack.id,
        name: pack.name,
        version: pack.version,
      })
      const again = await packOf(exported)
      const report = await other.importFolder(exported)
      for (const counts of [report.topics, report.questions, report.courses, report.lessons, report.paths])
        expect(counts).toMatchObject(NOTHING)
      return [pack, again]
    } finally {
      rmSync(exported, { recursive: true })
      await other.stop()
    }
  }
  const inOrder = ({ topics, questions, courses, ...rest }: Pack) => ({
    ...rest,
    topics: topics.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    questions: questions.toSorted((one, other) => (one.topic + one.key < other.topic + other.key ? -1 : 1)),
    courses: courses.map((course) => ({
      ...course,
      testQuestions: course.testQuestions.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      practiceQuestions: course.practiceQuestions.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    })),
  })

  test('the exported pack equals the imported pack', async () => {
    const [pack, again] = await roundTrip(FIXTURE)
    expect(inOrder(again)).toEqual(inOrder(pack))
  })

  test('special characters of YAML and Markdown survive export and import', async () => {
    edit('courses/chain-basics/lessons/03-wallets.md', (text) =>
      `${text}\n> Quoted, with "quotes", 'more' and: colons # no comment\n\n    indented code\n\n~~~md\n## not a heading\n\`\`\`quiz\n~~~\n\nLast \`\`code \` here\`\`.\n`.replace(
        'title: Wallets',
        'title: "Wallets: \'yes\', #1 & more — “ok”?"',
      ),
    )
    edit('questions/web.yaml', (text) =>
      text
        .replace('Which tag is a paragraph?', '"true: - [x] \\\\ {y} \'z\' \\t | > %"')
        .replace('P is for paragraph.', 'null'.replace('null', '"null"')),
    )
    const [pack, again] = await roundTrip(copy.folder)
    expect(inOrder(again)).toEqual(inOrder(pack))
  })

  test('the shipped catalog survives export and import', async () => {
    const [pack, again] = await roundTrip(join(import.meta.dir, '../../../../content'))
    expect(inOrder(again)).toEqual(inOrder(pack))
  })
})
