import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { fullPlan, queryPlansOf } from '../../../test/harness/query-plans.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin/admin-testbed.ts'
import { listEditedQuestions } from '../authoring/public/list-questions.ts'
import { buildXlsx, readFixture } from './question-bank-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
})
afterAll(() => fixture.stop())

/** Each test has authors of its own, so that banks are empty. */
let author: TestUser
let other: TestUser
beforeEach(async () => {
  author = await fixture.staff('CREATOR')
  other = await fixture.staff('CREATOR')
})

const as = (route: string, body?: unknown, user = author, headers = {}) =>
  fixture.call(route, body, user, headers)
const importText = (text: string, fields: object = {}, user = author, headers = {}) =>
  as('POST /admin/questions/import', { format: 'gift', text, ...fields }, user, headers)

interface Listed {
  id: string
  prompt: string
  tags: string[]
  status: string
  difficulty: string
  topicId: string
}

async function list(query = '', user = author): Promise<Listed[]> {
  const { status, body } = await as(`GET /admin/questions?limit=100&use=CHALLENGE${query}`, undefined, user)
  expect([status, query]).toEqual([200, query])
  return body.data.filter(({ origin }: { origin: string }) => origin === 'ADMIN')
}

function exportFile(query: string, user = author): Promise<Response> {
  return fetch(`${fixture.service.url}/api/v2/admin/questions/export?${query}`, {
    headers: { authorization: `Bearer ${user.accessToken}` },
  })
}

describe('import', () => {
  test('200 GIFT questions with 5 faults: 195 are drafts of the author, and 5 are named by line', async () => {
    const faulty = new Map([
      [10, 'Which? {~a ~b}'],
      [57, 'Which? {=a ~b'],
      [101, 'An essay. {}'],
      [150, 'Which? {#many}'],
      [199, 'Which? {=only}  {=two}'],
    ])
    const blocks = Array.from(
      { length: 200 },
      (_, index) => faulty.get(index) ?? `Question ${index}? {=right ~wrong ~also wrong}`,
    )
    const startedAt = performance.now()
    const { status, body } = await importText(blocks.join('\n\n'), { tags: ['many'] })
    process.stdout.write(`imported 200 GIFT questions in ${Math.round(performance.now() - startedAt)} ms\n`)
    expect([status, body.data.created.length, body.data.duplicates]).toEqual([200, 195, []])
    expect(body.data.problems.map(({ line }: { line: number }) => line)).toEqual(
      [...faulty.keys()].map((index) => 2 * index + 1),
    )
    const { body: stored } = await as('GET /admin/questions?tag=many&status=DRAFT&limit=1')
    expect([stored.meta.total, stored.data[0].canEdit, stored.data[0].use]).toEqual([195, true, 'CHALLENGE'])
    const [entry] = await fixture.log()
    expect([entry!.act, entry!.actorId]).toEqual(['question.imported', author.id])
  })

  test('a dry run reports the same and writes nothing', async () => {
    const text = 'One? {=a ~b}\n\nOne? {=A ~b}\n\nTwo? {}'
    const dry = (await importText(text, { dryRun: true })).body.data
    expect(dry).toMatchObject({
      dryRun: true,
      created: [{ line: 1, id: null, type: 'SINGLE_CHOICE', excerpt: 'One?' }],
      duplicates: [{ line: 3, questionId: null, firstLine: 1 }],
      problems: [{ line: 5 }],
    })
    expect(await list()).toEqual([])
    const done = (await importText(text)).body.data
    expect(done).toEqual({ ...dry, dryRun: false, created: [{ ...dry.created[0], id: expect.any(String) }] })
  })

  test('a question of the bank is not imported again, and the questions of another author do not count', async () => {
    const [first] = (await importText('Which  key? {=a ~b}')).body.data.created
    const again = (await importText('which KEY? {~b =a}')).body.data
    expect([again.created, again.duplicates[0].questionId]).toEqual([[], first.id])
    const otherAnswer = (await importText('Which key? {~a =b}')).body.data
    expect(otherAnswer.created).toHaveLength(1)
    const ofOther = (await importText('Which key? {=a ~b}', {}, other)).body.data
    expect([ofOther.created.length, ofOther.duplicates]).toEqual([1, []])
    await as(`POST /admin/questions/${first.id}/archive`)
    expect((await importText('Which key? {=a ~b}')).body.data.created).toHaveLength(1)
  })

  test('an edit changes what a duplicate is', async () => {
    const [first] = (await importText('Before? {=a ~b}')).body.data.created
    await as(`PATCH /admin/questions/${first.id}`, { prompt: 'After?' })
    expect((await importText('After? {=a ~b}')).body.data.created).toEqual([])
    expect((await importText('Before? {=a ~b}')).body.data.created).toHaveLength(1)
  })

  test('of several imports of a file at the same time, one creates the questions', async () => {
    const text = Array.from({ length: 10 }, (_, index) => `Race ${index}? {=a ~b}`).join('\n\n')
    const responses = await Promise.all(Array.from({ length: 6 }, () => importText(text)))
    const created = responses.map(({ body }) => body.data.created.length)
    expect(created.toSorted((one, two) => two - one)).toEqual([10, 0, 0, 0, 0, 0])
    expect(await list()).toHaveLength(10)
  })

  test('a repeated request with the same key has one effect and one response', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await importText('Key? {=a ~b}', {}, author, headers)
    const second = await importText('Key? {=a ~b}', {}, author, headers)
    expect(second.body).toEqual(first.body)
    expect(await list()).toHaveLength(1)
  })

  test('a file is imported as multipart into a topic', async () => {
    const topic = (await as('POST /admin/topics', { title: `Topic ${crypto.randomUUID()}` })).body.data
    const form = new FormData()
    const rows = [
      ['prompt', 'option1', 'option2', 'correct'],
      ['From Excel?', 'yes', 'no', '1'],
    ]
    form.set('file', new File([buildXlsx(rows) as Uint8Array<ArrayBuffer>], 'a.xlsx'))
    form.set('format', 'xlsx')
    form.set('topicId', topic.id)
    form.set('tags', 'one, two')
    form.set('use', 'PRACTICE')
    const response = await fetch(`${fixture.service.url}/api/v2/admin/questions/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.accessToken}` },
      body: form,
    })
    expect(response.status).toBe(200)
    const { body } = await as(`GET /admin/questions?topicId=${topic.id}`)
    expect(body.data).toMatchObject([
      { prompt: 'From Excel?', tags: ['one', 'two'], use: 'PRACTICE', status: 'DRAFT' },
    ])
  })

  test('scripts in texts are stored as text, and what cannot be stored is a problem', async () => {
    const text =
      'prompt,option1,option2,correct\nA <script>alert(1)</script> [x](javascript:y)?,<img src=x onerror=y>,b,1\nNUL \u0001?,a,b,1'
    await importText(text, { format: 'csv' })
    const [row] = await fixture.service.test.database.query`
      select prompt, options, html from question where owner_id = ${author.id} and prompt like 'A %'`
    expect(row!['prompt']).toBe('A &lt;script>alert(1)&lt;/script> [x](#)?')
    expect(JSON.stringify(row!['html'])).not.toMatch(/<script|<img|javascript:/)
    const xml =
      '<quiz><question type="shortanswer"><questiontext><text>A?</text></questiontext><answer fraction="100"><text>a&#0;</text></answer></question></quiz>'
    expect((await importText(xml, { format: 'moodle-xml' })).body.data.problems).toHaveLength(1)
  })

  test('a skill that no course has is a problem of its line', async () => {
    const text = 'prompt,option1,option2,correct,skill\nA?,a,b,1,no such skill\nB?,a,b,1,'
    const { created, problems } = (await importText(text, { format: 'csv' })).body.data
    expect([created.length, problems]).toMatchObject([
      1,
      [{ line: 2, message: expect.stringContaining('skill') }],
    ])
  })

  test('the samples of all formats are imported', async () => {
    const samples = [
      ['gift', 'sample.gift', 11],
      ['aiken', 'sample.aiken.txt', 2],
      ['csv', 'sample.csv', 5],
      ['moodle-xml', 'sample.xml', 9],
      ['kahoot', 'kahoot.csv', 1],
      ['quizizz', 'quizizz.csv', 3],
    ] as const
    for (const [format, name, count] of samples) {
      const { status, body } = await importText(readFixture(name), { format })
      expect([format, status, body.data.created.length]).toEqual([format, 200, count])
    }
  })

  test('a request without a file, with an unknown format or topic is refused', async () => {
    expect((await as('POST /admin/questions/import', { format: 'gift' })).body.error.code).toBe(
      'QUESTION_FILE_MISSING',
    )
    expect((await as('POST /admin/questions/import', { format: 'word', text: '' })).status).toBe(400)
    const unknown = await importText('A? {=a ~b}', { topicId: crypto.randomUUID() })
    expect(unknown.body.error.code).toBe('TOPIC_NOT_FOUND')
    expect((await importText('')).body.data).toMatchObject({ created: [], problems: [] })
  })
})

describe('export', () => {
  test.each(['gift', 'moodle-xml', 'csv'])(
    'an export to %s can be imported by another author and is the same',
    async (format) => {
      await importText(readFixture('sample.xml'), { format: 'moodle-xml' })
      const response = await exportFile(`format=${format}`)
      expect([response.status, response.headers.get('content-disposition')]).toMatchObject([
        200,
        expect.stringContaining('attachment'),
      ])
      const file = await response.text()
      const report = (await importText(file, { format }, other)).body.data
      expect(report.problems).toEqual([])
      const { created } = report
      const copies = await list('', other)
      const prompts = new Set(copies.map(({ prompt }) => prompt))
      const expected = (await list()).filter(({ prompt }) => prompts.has(prompt))
      const content = ({ prompt, tags, difficulty, ...rest }: Listed) => {
        const { id: _, version: __, stats: ___, topicId: ____, ...fields } = rest as Record<string, unknown>
        return { prompt, tags, difficulty, ...fields }
      }
      const byPrompt = (one: { prompt: string }, two: { prompt: string }) =>
        one.prompt < two.prompt ? -1 : 1
      expect(copies.map(content).sort(byPrompt)).toEqual(expected.map(content).sort(byPrompt) as never)
      // GIFT has no ordering and no gaps; the file names the questions that it leaves out.
      expect(created).toHaveLength(format === 'gift' ? 7 : 9)
      expect(file.split('Not in this file').length - 1).toBe(format === 'gift' ? 2 : 0)
    },
  )

  test('the filters of the list apply, and questions of other authors and of packs are left out', async () => {
    await importText('Mine one? {=a ~b}\n\nMine two? {=a ~b}')
    await importText('Theirs? {=a ~b}', {}, other)
    const mine = await (await exportFile('format=gift')).text()
    expect([mine.includes('Mine one'), mine.includes('Theirs')]).toEqual([true, false])
    expect(mine.match(/\{/g)).toHaveLength(2)
    const found = await (await exportFile('format=gift&search=two')).text()
    expect(found.match(/\{/g)).toHaveLength(1)
    const all = await (await exportFile('format=gift&search=Theirs', fixture.admin)).text()
    expect(all).toContain('Theirs')
    expect((await exportFile('format=word')).status).toBe(400)
  })
})

describe('search, tags and changes of many questions', () => {
  const importFour = async () =>
    (
      await importText(
        '// [tag:red] [tag:blue]\nApple? {=Pomaceous ~b}\n\n// [tag:red]\nPear? {=a ~b}\n\nPlum? {#3}\n\nMatch? {=Lefty -> r =l -> s}',
      )
    ).body.data.created.map(({ id }: { id: string }) => id) as string[]
  const prompts = async (query: string) => (await list(query)).map(({ prompt }) => prompt).sort()

  test('questions are found by text, tag, type, difficulty and use in a course', async () => {
    await importFour()
    expect(await prompts('&search=pLu')).toEqual(['Plum?'])
    expect(await prompts('&search=pomace')).toEqual(['Apple?'])
    expect(await prompts('&search=lefty')).toEqual(['Match?'])
    expect(await prompts('&search=absolute')).toEqual([])
    expect(await prompts('&search=%25')).toEqual([])
    expect(await prompts('&tag=red')).toEqual(['Apple?', 'Pear?'])
    expect(await prompts('&type=NUMBER')).toEqual(['Plum?'])
    expect(await prompts('&difficulty=HARD')).toEqual([])
    const { courseId } = await publishedCourse(fixture, author)
    const { body } = await as(`GET /admin/questions?courseId=${courseId}`)
    expect(body.data.map(({ prompt }: Listed) => prompt)).toEqual(['Who may spend?'])
    expect((await as(`GET /admin/questions?courseId=${courseId}`, undefined, other)).body.data).toEqual([])
  })

  test('tags are changed by an edit and counted', async () => {
    const [apple] = await importFour()
    const tagsOf = async (user = author) => (await as('GET /admin/question-tags', undefined, user)).body.data
    expect(await tagsOf()).toEqual([
      { tag: 'red', questionCount: 2 },
      { tag: 'blue', questionCount: 1 },
    ])
    const { body } = await as(`PATCH /admin/questions/${apple}`, { tags: ['green'] })
    expect(body.data.tags).toEqual(['green'])
    expect(await tagsOf()).toEqual([
      { tag: 'green', questionCount: 1 },
      { tag: 'red', questionCount: 1 },
    ])
    expect(await tagsOf(other)).toEqual([])
    expect((await as(`PATCH /admin/questions/${apple}`, { tags: ['a,b'] })).status).toBe(400)
    expect((await as(`PATCH /admin/questions/${apple}`, { tags: ['a', 'a'] })).status).toBe(400)
  })

  test('many questions change in one request, each with its result', async () => {
    const ids = await importFour()
    const topic = (await as('POST /admin/topics', { title: `Bulk ${crypto.randomUUID()}` })).body.data
    const change = {
      ids,
      topicId: topic.id,
      difficulty: 'HARD',
      addTags: ['new', 'red'],
      removeTags: ['blue'],
      status: 'PUBLISHED',
    }
    const { status, body } = await as('POST /admin/questions/bulk', change)
    expect([status, body.data]).toEqual([200, ids.map((id) => ({ id, result: 'CHANGED' }))])
    const changed = await list(`&topicId=${topic.id}`)
    expect(
      changed.map(({ tags, status: state, difficulty }) => [tags.toSorted(), state, difficulty]),
    ).toEqual(Array.from({ length: 4 }, () => [['new', 'red'], 'PUBLISHED', 'HARD']))
    const again = (await as('POST /admin/questions/bulk', change)).body.data
    expect(again.map(({ result }: { result: string }) => result)).toEqual(ids.map(() => 'UNCHANGED'))
    await as('POST /admin/questions/bulk', { ids, status: 'ARCHIVED' })
    expect((await list('&status=ARCHIVED')).length).toBe(4)
    const tags = Array.from({ length: 19 }, (_, index) => `t${index}`)
    const full = await as('POST /admin/questions/bulk', { ids: [ids[0]], addTags: tags })
    expect(full.body.data).toEqual([{ id: ids[0], result: 'TOO_MANY_TAGS' }])
  })

  test('an edit with an older version is refused after a change of many questions', async () => {
    const [id] = await importFour()
    const { body } = await as(`GET /admin/questions/${id}`)
    await as('POST /admin/questions/bulk', { ids: [id], addTags: ['new'] })
    const edit = await as(`PATCH /admin/questions/${id}`, { hint: 'x' }, author, {
      'if-match': `"${body.data.version}"`,
    })
    expect(edit.status).toBe(412)
  })

  test('changes of many questions at the same time lose no tag', async () => {
    const ids = await importFour()
    const tags = ['a', 'b', 'c', 'd', 'e']
    await Promise.all(
      tags.map((tag, index) =>
        as('POST /admin/questions/bulk', { ids: index % 2 ? ids : ids.toReversed(), addTags: [tag] }),
      ),
    )
    for (const { tags: stored } of await list()) expect(stored).toEqual(expect.arrayContaining(tags))
  })

  test.each([
    { ids: [] },
    { ids: ['x'], status: 'ARCHIVED' },
    { ids: [crypto.randomUUID()] },
    { ids: Array.from({ length: 501 }, () => crypto.randomUUID()), status: 'ARCHIVED' },
    { ids: [crypto.randomUUID()], status: 'DRAFT' },
  ])('an invalid change of many questions is refused: %#', async (change) => {
    expect((await as('POST /admin/questions/bulk', change)).status).toBe(400)
  })

  test('duplicates are listed in groups', async () => {
    const draft = { prompt: 'Twice?', options: ['a', 'b'], correctIndex: 0 }
    const ids: string[] = []
    for (const prompt of ['Twice?', 'twice?', 'Once?'])
      ids.push((await as('POST /admin/questions', { ...draft, prompt })).body.data.id)
    const { body } = await as('GET /admin/questions/duplicates')
    expect(body.meta.total).toBe(1)
    expect(body.data[0].map(({ id }: Listed) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await as(`POST /admin/questions/${ids[0]}/archive`)
    expect((await as('GET /admin/questions/duplicates')).body.data).toEqual([])
  })
})

describe('a question that learners may have open', () => {
  let courseId: string
  let lessonId: string
  beforeEach(async () => {
    const course = await publishedCourse(fixture, author)
    courseId = course.courseId
    lessonId = course.lessonId
  })
  const inCourse = async (query = '') =>
    (await as(`GET /admin/questions?courseId=${courseId}${query}`)).body.data
  const published = async (id: string) => {
    const [row] = await fixture.service.test.database.query`
      select prompt, difficulty, topic_id as "topicId", tags from question where id = ${id}`
    return row!
  }

  test('a change of many waits for the publication of the lesson, except tags', async () => {
    const [{ id, topicId }] = await inCourse()
    const topic = (await as('POST /admin/topics', { title: `Open ${crypto.randomUUID()}` })).body.data
    const bulk = async (change: object) =>
      (await as('POST /admin/questions/bulk', { ids: [id], ...change })).body.data[0].result
    const change = { topicId: topic.id, difficulty: 'HARD', addTags: ['open'] }
    expect(await bulk(change)).toBe('CHANGED')
    expect(await inCourse(`&difficulty=HARD&topicId=${topic.id}`)).toMatchObject([
      { id, topicId: topic.id, difficulty: 'HARD', tags: ['open'], hasUnpublishedChanges: true },
    ])
    expect(await inCourse('&difficulty=MEDIUM')).toEqual([])
    expect(await published(id)).toMatchObject({ difficulty: 'MEDIUM', topicId, tags: ['open'] })
    expect(await bulk(change)).toBe('UNCHANGED')
    // Other changes stay with the unpublished ones, and a return to what is published leaves none.
    expect(await bulk({ addTags: ['more'] })).toBe('CHANGED')
    expect(await inCourse()).toMatchObject([{ difficulty: 'HARD', tags: ['open', 'more'] }])
    expect(await bulk({ topicId, difficulty: 'MEDIUM' })).toBe('CHANGED')
    expect(await inCourse()).toMatchObject([{ difficulty: 'MEDIUM', hasUnpublishedChanges: false }])

    await bulk({ difficulty: 'HARD' })
    await as(`POST /admin/lessons/${lessonId}/publish`)
    expect(await inCourse()).toMatchObject([{ id, difficulty: 'HARD', hasUnpublishedChanges: false }])
    expect(await published(id)).toMatchObject({ difficulty: 'HARD', tags: ['open', 'more'] })
  })

  test('its tags change at once, and search, duplicates and files have its unpublished text', async () => {
    const [{ id }] = await inCourse()
    const path = `/admin/questions/${id}`
    expect((await as(`PATCH ${path}`, { tags: ['first'] })).body.data.hasUnpublishedChanges).toBe(false)
    const edit = { prompt: 'Who may \u201csign\u201d?', options: ['The "owner"', 'Anybody'] }
    await as(`PATCH ${path}`, edit)
    const { body } = await as(`PATCH ${path}`, { tags: ['second'] })
    expect(body.data).toMatchObject({ ...edit, tags: ['second'], hasUnpublishedChanges: true })
    expect(Object.keys(body.data)).not.toContain('fingerprint')
    expect(await published(id)).toMatchObject({ prompt: 'Who may spend?', tags: ['second'] })
    for (const [search, count] of [
      ['the "own', 1],
      ['sign', 1],
      ['spend', 0],
    ] as const)
      expect([search, await inCourse(`&search=${encodeURIComponent(search)}`)]).toMatchObject([
        search,
        { length: count },
      ])
    const duplicateOf = async (text: string) =>
      (await importText(text, { dryRun: true })).body.data.duplicates[0]?.questionId
    const [before, after] = [
      'Who may spend? {=Who has the key ~Anybody}',
      'Who may "sign"? {=The "owner" ~Anybody}',
    ]
    expect([await duplicateOf(before), await duplicateOf(after)]).toEqual([undefined, id])
    expect(await (await exportFile('format=csv&tag=second')).text()).toContain('The ""owner""')

    await as(`POST /admin/lessons/${lessonId}/discard-changes`)
    expect(await inCourse()).toMatchObject([{ prompt: 'Who may spend?', tags: ['second'] }])
    expect([await duplicateOf(before), await duplicateOf(after)]).toEqual([id, undefined])

    await as(`PATCH ${path}`, edit)
    await as(`POST /admin/lessons/${lessonId}/duplicate`)
    const [copy] = (await inCourse('&tag=second')).filter((question: Listed) => question.id !== id)
    expect(copy).toMatchObject(edit)
    expect(await duplicateOf(before)).toBeUndefined()
    const groups = (await as('GET /admin/questions/duplicates')).body.data
    expect(groups).toMatchObject([[{ prompt: edit.prompt }, { prompt: edit.prompt }]])
    await as(`POST /admin/questions/${copy.id}/archive`)

    await as(`POST /admin/lessons/${lessonId}/publish`)
    const [version] = await inCourse('&status=PUBLISHED')
    expect(version).toMatchObject({ ...edit, tags: ['second'], hasUnpublishedChanges: false })
    expect(version.id).not.toBe(id)
    expect([await duplicateOf(before), await duplicateOf(after)]).toEqual([undefined, version.id])
    const counts = (await as('GET /admin/question-tags')).body.data
    expect(counts).toEqual([{ tag: 'second', questionCount: 1 }])
  })
})

test('a search uses the index of question texts', async () => {
  const { database } = fixture.service.test
  const owner = await fixture.staff('CREATOR')
  const topicId = (await as('POST /admin/topics', { title: `Index ${crypto.randomUUID()}` })).body.data.id
  await database.query`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html, owner_id)
    select id, 'admin:' || id, ${topicId}, 'CHALLENGE', 'EASY', 'Copy ' || md5(number::text), array['a', 'b'], 0, '',
      '{"prompt": "", "explanation": ""}', ${owner.id}::uuid
    from (select number, gen_random_uuid() as id from generate_series(1, 5000) as number) as copy`
  await database.transaction(async ({ raw }) => raw('analyze question', []))
  const editor = { userId: owner.id as UserId, role: 'CREATOR' as const }
  const search = (db: Db) => listEditedQuestions(db, { search: 'zebra', editor, page: 1, limit: 50 })
  const { plan } = fullPlan(await queryPlansOf(database, search))
  expect(plan.match(/question_search/g)).toHaveLength(2)
  expect(plan).not.toContain('Seq Scan on question')
  await database.query`delete from question where owner_id = ${owner.id}::uuid`
})

test('another author neither sees nor changes the questions of an author', async () => {
  const draft = { prompt: 'Xylosecret?', options: ['a', 'b'], correctIndex: 0, tags: ['secret'] }
  const ids: string[] = []
  for (let index = 0; index < 2; index++) ids.push((await as('POST /admin/questions', draft)).body.data.id)
  await as(`POST /admin/questions/${ids[0]}/publish`)
  const read = () =>
    fixture.service.test.database.query`select * from question where owner_id = ${author.id} order by id`
  const before = await read()
  const seen = [
    await as('GET /admin/questions?search=Xylosecret', undefined, other),
    await as('GET /admin/questions?tag=secret', undefined, other),
    await as('GET /admin/questions/duplicates', undefined, other),
    await as('GET /admin/question-tags', undefined, other),
  ]
  expect(seen.map(({ status, body }) => [status, body.data])).toEqual(seen.map(() => [200, []]))
  expect(await (await exportFile('format=csv', other)).text()).not.toContain('Xylosecret')
  const bulk = await as('POST /admin/questions/bulk', { ids, addTags: ['mine'], status: 'ARCHIVED' }, other)
  expect(bulk.body.data).toEqual(ids.map((id) => ({ id, result: 'NOT_FOUND' })))
  const imported = await importText('Xylosecret? {=a ~b}', { dryRun: true }, other)
  expect(imported.body.data.duplicates).toEqual([])
  expect(await read()).toEqual(before)
  const learner = await fixture.service.register()
  for (const route of [
    'POST /admin/questions/import',
    'GET /admin/questions/export?format=gift',
    'POST /admin/questions/bulk',
    'GET /admin/question-tags',
    'GET /admin/questions/duplicates',
    'POST /admin/topics',
  ])
    expect([route, (await as(route, route.startsWith('POST') ? {} : undefined, learner)).status]).toEqual([
      route,
      403,
    ])
})

test('a question of a pack is not changed with many others', async () => {
  const { body } = await as('GET /admin/questions?limit=100&status=PUBLISHED')
  const { id } = body.data.find(({ origin }: { origin: string }) => origin === 'PACK')
  for (const user of [fixture.admin, author])
    expect((await as('POST /admin/questions/bulk', { ids: [id], addTags: ['x'] }, user)).body.data).toEqual([
      { id, result: 'OWNED_BY_PACK' },
    ])
})

test('an author lists only the questions that the author may change', async () => {
  const draft = { prompt: 'Whose key is this?', options: ['a', 'b'], correctIndex: 0 }
  const { id } = (await as('POST /admin/questions', draft)).body.data
  const all = (await as('GET /admin/questions?limit=100')).body
  expect(all.data.some(({ canEdit }: { canEdit: boolean }) => !canEdit)).toBe(true)
  const mine = (await as('GET /admin/questions?limit=100&mine=true')).body
  expect(mine.data.every(({ canEdit }: { canEdit: boolean }) => canEdit)).toBe(true)
  expect(mine.data.map((question: Listed) => question.id)).toContain(id)
  expect(mine.meta.total).toBeLessThan(all.meta.total)
  const ofOther = (await as('GET /admin/questions?limit=100&mine=true', undefined, other)).body.data
  expect(ofOther.map((question: Listed) => question.id)).not.toContain(id)
})

describe('topics', () => {
  test('an author creates a topic once, and an ADMIN renames it', async () => {
    const title = `Écologie ${crypto.randomUUID()}`
    const { status, body } = await as('POST /admin/topics', { title })
    expect([status, body.data.key]).toEqual([201, title.toLowerCase().replace('é', 'e').replace(' ', '-')])
    expect((await as('POST /admin/topics', { title: title.toUpperCase() }, other)).body.error.code).toBe(
      'TOPIC_EXISTS',
    )
    const rename = (user: TestUser, id = body.data.id) =>
      as(`PATCH /admin/topics/${id}`, { title: 'Ecology' }, user)
    expect((await rename(author)).status).toBe(403)
    expect((await rename(fixture.admin)).body.data).toEqual({ ...body.data, title: 'Ecology' })
    expect((await rename(fixture.admin, crypto.randomUUID())).status).toBe(404)
    const [entry] = await fixture.log(`&subjectId=${body.data.id}`)
    expect([entry!.act, entry!.before, entry!.after]).toEqual([
      'topic.renamed',
      { title },
      { title: 'Ecology' },
    ])
  })

  test('titles that are not Latin have different keys', async () => {
    const keys = await Promise.all(
      ['الأحياء', 'الكيمياء'].map(async (title) => (await as('POST /admin/topics', { title })).body.data.key),
    )
    expect(new Set(keys).size).toBe(2)
  })

  test('a topic of a pack is not renamed', async () => {
    const [row] = await fixture.service.test.database
      .query`select id from topic where pack_id is not null limit 1`
    const { body } = await fixture.call(`PATCH /admin/topics/${row!['id']}`, { title: 'Mine' })
    expect(body.error.code).toBe('OWNED_BY_PACK')
  })
})
