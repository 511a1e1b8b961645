import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture, FIXTURE, packOf } from '../../../../test/harness/learning-testbed.ts'
import { schemaViolations } from '../../../../test/harness/operations/schema.ts'
import { packJsonSchema } from './pack-json-schema.ts'
import { readPack } from './read-pack.ts'

let copy: ReturnType<typeof copyFixture>
beforeEach(() => {
  copy = copyFixture()
})
afterEach(() => copy.remove())

const LESSON = 'courses/chain-basics/lessons/01-blocks.md'
const COURSE = 'courses/chain-basics/course.yaml'

function edit(file: string, change: (text: string) => string): void {
  const path = join(copy.folder, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
}

function lineOf(file: string, part: string): number {
  const lines = readFileSync(join(copy.folder, file), 'utf8').split('\n')
  const index = lines.findIndex((line) => line.includes(part))
  expect(index).not.toBe(-1)
  return index + 1
}

describe('readPack with a valid pack', () => {
  test('a pack is read into topics, courses in path order, paths with foundations first, and questions', async () => {
    const pack = await packOf(FIXTURE)
    expect([pack.id, pack.name, pack.version]).toEqual(['small-pack', 'A small pack for tests', 3])
    expect(pack.topics.map(({ key }) => key)).toEqual(['blockchain', 'web'])
    expect(pack.paths.map(({ key }) => key)).toEqual([
      'chain-foundations',
      'first-numbers',
      'contract-developer',
      'web-developer',
    ])
    expect(pack.courses.map(({ key }) => key)).toEqual([
      'chain-basics',
      'number-sense',
      'contract-craft',
      'page-building',
    ])
    expect(pack.questions.map(({ topic, key }) => `${topic}/${key}`)).toEqual([
      'blockchain/genesis-name',
      'blockchain/sha-length',
      'web/tag',
    ])
    expect(pack.courses[2]).toMatchObject({ premium: true, cover: null, project: { passingScore: 70 } })
    expect([...pack.media.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.svg$/), expect.any(String)])
  })

  test('lessons are split into slides of every type', async () => {
    const [course] = (await packOf(FIXTURE)).courses
    const [first, second] = course!.lessons
    expect(first!.slides.map(({ type }) => type)).toEqual([
      'TEXT_WITH_IMAGE',
      'CODE',
      'QUIZ',
      'FLASHCARD',
      'CALLOUT',
      'VIDEO',
      'QUIZ',
    ])
    expect(first!.slides[0]).toMatchObject({
      title: 'A page in a notebook',
      mediaAlt: 'Three blocks in a row',
      media: expect.stringMatching(/^[0-9a-f]{32}\.svg$/),
      content: expect.stringMatching(
        /^A block is a \*\*page\*\*[\s\S]*!\[The cover\]\(media\/[0-9a-f]{32}\.svg\)$/,
      ),
    })
    expect(first!.slides[1]).toEqual({
      type: 'CODE',
      title: 'A block in JSON',
      content: '{ "number": 7, "tag": "<b>" }',
      language: 'json',
    })
    expect(first!.slides[4]).toEqual({
      type: 'CALLOUT',
      tone: 'TIP',
      content: 'Try it with `sha256sum`.\n\nIt takes a moment.',
    })
    expect(second!.slides[0]).toMatchObject({
      type: 'TEXT_WITH_IMAGE',
      media: null,
      content: "Text and code together:\n\n```js\nconst key = '<secret>'\n```",
    })
  })

  test('code with the word run is runnable, with its tables and its expected output', async () => {
    const fences =
      '```sql run\nSELECT 1;\n```\n\n```sql setup\nCREATE TABLE a (b);\n```\n\n```text output\n1\n```'
    edit(LESSON, (text) => text.replace('```json\n{ "number": 7, "tag": "<b>" }\n```', fences))
    const [course] = (await packOf(copy.folder)).courses
    expect(course!.lessons[0]!.slides[1]).toEqual({
      type: 'CODE',
      title: 'A block in JSON',
      content: 'SELECT 1;',
      language: 'sql',
      runnable: true,
      setup: 'CREATE TABLE a (b);',
      expectedOutput: '1',
    })
  })

  test('a pack may contain Windows line ends, hidden files and a README', async () => {
    const plain = await packOf(FIXTURE)
    edit(LESSON, (text) => text.replaceAll('\n', '\r\n'))
    writeFileSync(join(copy.folder, 'README.md'), '# About')
    writeFileSync(join(copy.folder, 'courses/.DS_Store'), '\0')
    expect(await packOf(copy.folder)).toEqual(plain)
  })
})

describe('readPack with an invalid pack', () => {
  test('a path that promises a skill of no course of it is reported with its line', async () => {
    const file = 'paths/contract-developer.yaml'
    edit(file, (text) => text.replace('skills: [solidity]', 'skills: [solidity, html]'))
    const { errors } = await readPack(copy.folder)
    expect(errors).toEqual([
      { file, line: lineOf(file, 'html'), message: 'skills: no course of the path teaches "html"' },
    ])
  })

  test('a category that is neither built in nor in categories.yaml is reported with its line', async () => {
    edit(COURSE, (text) => text.replace('category: BLOCKCHAIN', 'category: COOKING'))
    const unknown = (await readPack(copy.folder)).errors
    expect(unknown).toEqual([
      {
        file: COURSE,
        line: lineOf(COURSE, 'COOKING'),
        message: 'category: "COOKING" is neither built in nor in categories.yaml',
      },
    ])
    const file = 'categories.yaml'
    writeFileSync(join(copy.folder, file), '- key: COOKING\n  title: Cooking\n  titles: { fr: Cuisine }\n')
    const { pack, errors } = await readPack(copy.folder)
    expect(errors).toEqual([])
    expect(pack!.categories).toEqual([{ key: 'COOKING', titles: { en: 'Cooking', fr: 'Cuisine' } }])
    writeFileSync(join(copy.folder, file), '- key: WEB\n  title: The web\n- key: cooking\n  title: Cooking\n')
    expect((await readPack(copy.folder)).errors.map((error) => [error.file, error.line])).toContainEqual([
      file,
      3,
    ])
    writeFileSync(join(copy.folder, file), '- key: COOKING\n  title: C\n- key: WEB\n  title: The web\n')
    expect((await readPack(copy.folder)).errors).toEqual([
      { file, line: 3, message: 'the category WEB is built in' },
    ])
  })

  test('a path with the courses of another path, in any order, is reported', async () => {
    writeFileSync(
      join(copy.folder, 'paths/z-again.yaml'),
      readFileSync(join(copy.folder, 'paths/contract-developer.yaml'), 'utf8').replace(
        '[chain-basics, contract-craft]',
        '[contract-craft, chain-basics]',
      ),
    )
    const { errors } = await readPack(copy.folder)
    expect(errors.map(({ file, message }) => [file, message])).toEqual([
      ['paths/z-again.yaml', 'courses: the path "contract-developer" has the same courses'],
    ])
  })

  test('three errors are all reported with file and line', async () => {
    edit(COURSE, (text) => text.replace('level: BEGINNER', 'level: EASY'))
    edit(LESSON, (text) => text.replace('right: The hash of the previous block', 'rigth: The hash'))
    edit('paths/web-developer.yaml', (text) => text.replace('page-building', 'page-bilding'))
    const { pack, errors } = await readPack(copy.folder)
    expect(pack).toBeUndefined()
    expect(errors.map(({ file, line }) => [file, line])).toEqual([
      [COURSE, lineOf(COURSE, 'level: EASY')],
      [LESSON, lineOf(LESSON, 'key: block-links')],
      [LESSON, lineOf(LESSON, 'rigth')],
      ['paths/web-developer.yaml', lineOf('paths/web-developer.yaml', 'page-bilding')],
    ])
    expect(errors.map(({ message }) => message).join('\n')).toContain('"rigth" is not a field here')
    expect(errors.map(({ message }) => message).join('\n')).toContain('right is missing')
  })

  const broken: [string, string, (text: string) => string, string, string][] = [
    ['broken YAML', COURSE, (text) => text.replace('bonus: {', 'bonus: ['), 'bonus: [', ''],
    ['a key given twice', COURSE, (text) => `${text}level: BEGINNER\n`, '', 'unique'],
    ['an unknown field', COURSE, (text) => `${text}colour: red\n`, 'colour', '"colour" is not a field here'],
    [
      'an unknown topic',
      COURSE,
      (text) => text.replace('topic: blockchain', 'topic: cooking'),
      'topic:',
      'topics.yaml',
    ],
    ['a missing cover', COURSE, (text) => text.replace('cover.svg', 'none.svg'), 'cover:', 'images/none.svg'],
    [
      'a missing image',
      LESSON,
      (text) => text.replace('images/blocks.svg', 'images/none.svg'),
      'none.svg',
      'none.svg',
    ],
    [
      'an image from another host',
      LESSON,
      (text) => text.replace('images/blocks.svg', 'https://example.org/x.svg'),
      'example.org/x.svg',
      'is not in',
    ],
    [
      'a number for a text',
      LESSON,
      (text) => text.replace('right: The genesis block', 'right: 4'),
      'right: 4',
      'string',
    ],
    [
      'a quiz key used twice',
      LESSON,
      (text) => text.replace('key: block-order', 'key: block-links'),
      '',
      'used twice',
    ],
    [
      'equal options',
      LESSON,
      (text) => text.replace('- A bank', '- The same author'),
      '',
      'must differ from each other',
    ],
    [
      'runnable code in another language',
      LESSON,
      (text) => text.replace('```json', '```json run'),
      '```json run',
      'only code in javascript, js or sql can run',
    ],
    [
      'tables for JavaScript',
      LESSON,
      (text) => text.replace('```json', '```js run\n1\n```\n\n```sql setup'),
      '```js run',
      'only runnable SQL has a setup',
    ],
    [
      'runnable code in a text',
      LESSON,
      (text) => text.replace('```json', 'Try this:\n\n```js run'),
      '```js run',
      'a slide of its own',
    ],
    [
      'two expected outputs',
      LESSON,
      (text) => text.replace('```json', '```js run\n1\n```\n\n```text output\n1\n```\n\n```json output'),
      '```json output',
      'twice',
    ],
    ['a block that is not closed', LESSON, (text) => `${text}\n\`\`\`quiz\nkey: x\n`, '', 'not closed'],
    [
      'text without a heading',
      LESSON,
      (text) => text.replace('## A page in a notebook', ''),
      'Three blocks',
      '## heading',
    ],
    ['a lesson without front matter', LESSON, (text) => text.slice(4), '', 'must begin with title'],
    [
      'a video that is not https',
      LESSON,
      (text) => text.replace('https://example.org/block.mp4', 'javascript:alert(1)'),
      'javascript:',
      'https',
    ],
    ['too much XP', LESSON, (text) => text.replace('xp: 20', 'xp: 2000000'), 'xp:', ''],
    ['a fraction of XP', LESSON, (text) => text.replace('xp: 20', 'xp: 2.5'), 'xp:', ''],
    [
      'a course twice in a path',
      'paths/contract-developer.yaml',
      (text) => text.replace('contract-craft', 'chain-basics'),
      'courses:',
      'listed twice',
    ],
    ['a pack without id', 'pack.yaml', (text) => text.replace('id: small-pack\n', ''), '', 'id is missing'],
    [
      'an invalid id of a pack',
      'pack.yaml',
      (text) => text.replace('small-pack', 'Small Pack'),
      'id:',
      'must be lower-case letters',
    ],
    [
      'a formula of a slide that does not compile',
      LESSON,
      (text) => `${text}\n## A formula\n\nIt costs $5 and $6.\n\nHalf of it is $\\frac{1$.\n`,
      'Half of it is',
      'does not compile',
    ],
    [
      'a formula of a callout that does not compile',
      LESSON,
      (text) => `${text}\n\`\`\`callout\ntone: TIP\ncontent: Half of it is $x^2^3$.\n\`\`\`\n`,
      'Half of it is',
      'Double superscript',
    ],
    ['a topic twice', 'topics.yaml', (text) => text.replace('key: web', 'key: blockchain'), '', 'used twice'],
    [
      'a script in an image',
      'courses/chain-basics/images/cover.svg',
      (text) => text.replace('<defs>', '<script/><defs>'),
      '<script',
      'not allowed',
    ],
  ]
  test.each(broken)('readPack reports %s', async (_, file, change, part, words) => {
    edit(file, change)
    const { pack, errors } = await readPack(copy.folder)
    expect(pack).toBeUndefined()
    expect(errors.map((error) => error.file)).toContain(file)
    const error = errors.find((one) => one.message.includes(words))
    expect(error).toBeDefined()
    if (part) expect(error!.line).toBe(lineOf(file, part))
  })

  test('errors of folders and file names are reported', async () => {
    const folder = copy.folder
    writeFileSync(join(folder, 'notes.txt'), 'x')
    mkdirSync(join(folder, 'courses/Bad_Name'))
    renameSync(join(folder, LESSON), join(folder, 'courses/chain-basics/lessons/blocks.md'))
    writeFileSync(join(folder, 'courses/chain-basics/images/photo.png'), 'x')
    writeFileSync(join(folder, 'questions/cooking.yaml'), '[]')
    rmSync(join(folder, 'pack.yaml'))
    const { errors } = await readPack(folder)
    expect(errors.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'notes.txt',
        'courses/Bad_Name',
        'courses/Bad_Name/course.yaml',
        'courses/Bad_Name/lessons',
        'courses/chain-basics/lessons/blocks.md',
        'courses/chain-basics/images/photo.png',
        'questions/cooking.yaml',
        'pack.yaml',
      ]),
    )
  })

  test('a file that is not UTF-8 or contains a NUL is refused', async () => {
    writeFileSync(join(copy.folder, COURSE), Buffer.from([0xff, 0xfe, 0x41]))
    writeFileSync(join(copy.folder, 'topics.yaml'), '- key: a\n  title: "a\0b"\n')
    const { errors } = await readPack(copy.folder)
    expect(errors).toContainEqual({ file: COURSE, line: 1, message: 'is not UTF-8 text' })
    expect(errors).toContainEqual({ file: 'topics.yaml', line: 2, message: 'contains a NUL character' })
  })

  test('a missing folder is reported as an error', async () => {
    expect((await readPack('/nowhere/at/all')).errors.map(({ file }) => file)).toEqual([
      'pack.yaml',
      'topics.yaml',
    ])
  })

  test('a YAML bomb is refused without large memory use', async () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (let index = 0; index < 12; index++) {
      const [name, before] = [String.fromCharCode(98 + index), String.fromCharCode(97 + index)]
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`)
    }
    writeFileSync(join(copy.folder, COURSE), bomb.join('\n'))
    expect((await readPack(copy.folder)).errors.map(({ file }) => file)).toContain(COURSE)
  })
})

describe('pack.schema.json', () => {
  const written = JSON.parse(readFileSync(join(import.meta.dir, 'pack.schema.json'), 'utf8'))

  test('pack.schema.json is current; generate it with: bun src/modules/authoring/packs/pack-json-schema.ts', () => {
    expect(written).toEqual(JSON.parse(JSON.stringify(packJsonSchema())))
  })

  test('the schema accepts the fixture and refuses an unknown field', () => {
    const read = (file: string) => Bun.YAML.parse(readFileSync(join(FIXTURE, file), 'utf8'))
    const errors = (part: string, value: unknown) => schemaViolations(written, written.$defs[part], value)
    expect(errors('pack', read('pack.yaml'))).toEqual([])
    expect(errors('topics', read('topics.yaml'))).toEqual([])
    expect(errors('path', read('paths/web-developer.yaml'))).toEqual([])
    expect(errors('course', read(COURSE))).toEqual([])
    expect(errors('project', read('courses/contract-craft/project.yaml'))).toEqual([])
    expect(errors('questions', read('questions/blockchain.yaml'))).toEqual([])
    expect(errors('course', { ...(read(COURSE) as object), colour: 'red' })).not.toEqual([])
  })
})
