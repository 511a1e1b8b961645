import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { isGift } from './recognise-gift.ts'

const ROOT = join(import.meta.dir, '../../../..')
const filesOf = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync(ROOT)].map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))

describe('a pasted text', () => {
  test.each([
    'Who may spend? {=The owner of the key ~Anybody}',
    'Rain is wet.{T}',
    'Rain is dry {FALSE#Look outside.}',
    'How many legs has an insect? {#6}',
    'Two plus {=two =2} equals four.',
    'Which are even? {~%50%2 ~%50%4 ~%-100%5}',
    'Match. {=Ghana -> Accra =Mali -> Bamako}',
    '::Name:: An essay {}',
    '::Q1::Who? {=a ~b}',
    'Which door?{\r\n\t=one\r\n\t~two\r\n}\r\n\r\nWhich gate? {\r\n=a\r\n~b\r\n}',
    '// a comment\n$CATEGORY: tea\n\nWhich \\{x\\} is it? {=a ~b}',
    'Here are the questions:\n\nWhich costs $5? {=a ~$6 each}',
    'The sum of `{}` and $x_{1}$? {=a ~b}',
  ])('%j is recognised as GIFT', (text) => {
    expect(isGift(text)).toBe(true)
  })

  test.each([
    '',
    'Leaves and water.',
    'A set {a, b} and {c}.',
    'The set {=} and {~} and {~0}',
    'Use `std::vector` and `Foo::bar()`.',
    '::std::vector<int> counts{1, 2};',
    '::std::string name{};',
    'Use a::b and ::c:: for {x}.',
    '::: tip\nRead it twice.\n:::',
    'A formula $\\frac{1}{2}$ and $\\mathbb{F}$ and \\text{T}',
    'The field F \\mathbb{F}',
    '## A heading {#12}',
    'Fill {{1}} with {{2}}.',
    '```js\nconst answer = {=a ~b}\n```',
    'A function:\n\n~~~\nWhich? {=a ~b}\n~~~\n\nIt is called.',
    'A paragraph.\n\nA paragraph.\n\nA paragraph with {=a ~b} in it.',
    '<b>x</b>`{=html}`',
    'raw `<br>`{=html}',
    'const { a = 1 } = props',
    'if (x) { return ~y }',
  ])('%j is not recognised as GIFT', (text) => {
    expect(isGift(text)).toBe(false)
  })

  test('no shipped text is recognised as GIFT, neither a file, nor a text in it, nor a part of it', () => {
    const lessons = filesOf('content/**/*.md')
    const data = filesOf('content/**/*.yaml')
    expect([lessons.length > 30, data.length > 10]).toEqual([true, true])
    const documents = filesOf('{docs/**/*.md,*.md,src/modules/*/README.md,web/README.md}')
    const wrong: string[] = []
    for (const { path, text } of [...lessons, ...documents]) {
      const parts = [text, ...text.split(/\n\s*\n/), ...text.split(/^(?:---|#+ .*)$/m)]
      wrong.push(...parts.filter(isGift).map((part) => `${path}: ${part.slice(0, 200)}`))
    }
    const walk = (path: string, value: unknown): void => {
      if (typeof value === 'string') {
        if (isGift(value)) wrong.push(`${path}: ${value.slice(0, 200)}`)
      } else if (value && typeof value === 'object') for (const each of Object.values(value)) walk(path, each)
    }
    for (const { path, text } of data)
      for (const document of parseAllDocuments(text)) walk(path, (document as { toJS(): unknown }).toJS())
    expect(wrong).toEqual([])
  })

  test('a sample of each question file format is recognised only if it is GIFT', () => {
    const fixtures = filesOf('src/modules/question-bank/fixtures/*')
    expect(fixtures.filter(({ text }) => isGift(text)).map(({ path }) => path.split('/').at(-1))).toEqual([
      'sample.gift',
    ])
  })

  test('a huge text of open braces, colons or dollar signs is read at once', () => {
    const startedAt = performance.now()
    for (const piece of ['{', '}', '::', '$', '`', '\\', '{=', '~', '\n', '= ~ # ', '{=a ~b}\n\n'])
      isGift(piece.repeat(500_000))
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
