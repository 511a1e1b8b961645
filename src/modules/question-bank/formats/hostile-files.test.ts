import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { buildXlsx, buildZip } from '../question-bank-testbed.ts'
import { IMPORT_FORMATS, parseFile } from './parse-file.ts'
import { printFile } from './print-file.ts'
import { MAX_FILE_BYTES, MAX_QUESTIONS } from './question-file.ts'

const encode = (text: string) => new TextEncoder().encode(text)

test.each(IMPORT_FORMATS)('a %s file of random bytes is answered with a report', (format) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { questions, problems } = parseFile(format, bytes, {})
      return Array.isArray(questions) && problems.every(({ line }) => line >= 1)
    }),
    { numRuns: 200 },
  )
})

test.each(IMPORT_FORMATS)('a %s file of random pieces of the formats is answered with a report', (format) => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '=',
      '~',
      '#',
      '\\',
      '->',
      '%50%',
      '::',
      '\n\n',
      '\n',
      'A.',
      'ANSWER: A',
      '"',
      ',',
      '<quiz>',
      '<question type="x">',
    ],
    ...[
      '</question>',
      '<text>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '&#0;',
      '&x;',
      'PK',
      'prompt',
      '$',
      '[html]',
      '<b',
      '𝟘',
      '\u0000',
      '\uE110',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      parseFile(format, encode(pieces.join('')), {})
    }),
    { numRuns: 300 },
  )
})

test.each(IMPORT_FORMATS)('a %s file above the limit is refused', (format) => {
  const { questions, problems } = parseFile(format, new Uint8Array(MAX_FILE_BYTES + 1).fill(65), {})
  expect(questions).toEqual([])
  expect(problems).toHaveLength(1)
  expect(problems[0]!.message).toContain('5 MiB')
})

test('a workbook that unpacks to more than the limit is refused while it is unpacked, whatever size it declares', () => {
  const bomb = (size?: number) =>
    buildZip([{ name: 'xl/worksheets/sheet1.xml', content: new Uint8Array(64 * 1024 * 1024) }], size)
  expect(bomb().byteLength).toBeLessThan(100_000)
  for (const archive of [bomb(), bomb(100)])
    expect(parseFile('xlsx', archive, {}).problems).toMatchObject([
      { message: expect.stringContaining('16 MiB') },
    ])
})

test('several files of a workbook have one limit', () => {
  const part = new Uint8Array(10 * 1024 * 1024).fill(32)
  const archive = buildZip([
    { name: 'xl/workbook.xml', content: `<a/>${new TextDecoder().decode(part)}` },
    { name: 'xl/_rels/workbook.xml.rels', content: `<a/>${new TextDecoder().decode(part)}` },
  ])
  expect(parseFile('xlsx', archive, {}).problems).toMatchObject([
    { message: expect.stringContaining('16 MiB') },
  ])
})

const LAUGHS = '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
const EXTERNAL = '<!DOCTYPE quiz [<!ENTITY file SYSTEM "file:///etc/passwd">]>'

test.each([LAUGHS, EXTERNAL])('XML that declares entities is refused: %s', (declaration) => {
  const quiz = `${declaration}<quiz><question type="shortanswer"><questiontext><text>&b;&file;</text></questiontext></question></quiz>`
  const sheet = buildZip([
    { name: 'xl/worksheets/sheet1.xml', content: `${declaration}<worksheet>&b;</worksheet>` },
  ])
  for (const { questions, problems } of [
    parseFile('moodle-xml', encode(quiz), {}),
    parseFile('xlsx', sheet, {}),
  ]) {
    expect(questions).toEqual([])
    expect(problems).toMatchObject([{ message: expect.stringContaining('refused') }])
  }
})

test('an unknown entity and a declaration inside of a question are problems of the question', () => {
  const question = (text: string) =>
    `<question type="shortanswer"><questiontext><text>${text}</text></questiontext><answer fraction="100"><text>a</text></answer></question>`
  const quiz = `<quiz>\n${question('&b;')}\n${question('<!ENTITY c "d">')}\n${question('Good?')}</quiz>`
  const { questions, problems } = parseFile('moodle-xml', encode(quiz), {})
  expect(questions).toHaveLength(1)
  expect(problems.map(({ line }) => line)).toEqual([2, 3])
})

test.each([
  ['aiken', `ANSWER:${' '.repeat(4_000_000)}x`],
  ['aiken', 'a\n'.repeat(2_000_000)],
  ['gift', `// ${'[tag:'.repeat(900_000)}\nA? {=a ~b}`],
  ['gift', 'A? {'.repeat(1_000_000)],
  ['gift', 'a\n\n'.repeat(1_500_000)],
  ['gift', `A? {${'=a '.repeat(1_500_000)}}`],
  ['csv', `prompt\n${'"a'.repeat(2_000_000)}`],
  ['csv', `prompt\n${'"a\n'.repeat(1_000_000)}`],
  ['moodle-xml', `<quiz>${'<!--'.repeat(1_000_000)}`],
  ['moodle-xml', `<quiz>${'<question ><![CDATA['.repeat(200_000)}`],
  ['moodle-xml', `<quiz>${'<question ><![CDATA[\n'.repeat(200_000)}]]></a>`],
  ['moodle-xml', `<quiz>${'<question >\n<a>\n'.repeat(200_000)}`],
  [
    'moodle-xml',
    `<quiz><question type="cloze"><questiontext><text>${'&lt;a "'.repeat(2_800)}</text></questiontext></question></quiz>`,
  ],
  ['moodle-xml', `<quiz><question type="shortanswer">${'<answer/>'.repeat(450_000)}</question></quiz>`],
  ['csv', `prompt,type,accepted\nA?,SHORT_TEXT,${'a|'.repeat(2_000_000)}`],
  ['moodle-xml', `<quiz><question type="cloze">${'<a/>'.repeat(1_000_000)}</question></quiz>`],
] as const)('a %s file that is made to be slow is answered (%#)', (format, text) => {
  const { problems } = parseFile(format, encode(text), {})
  expect(problems.length).toBeLessThanOrEqual(MAX_QUESTIONS + 1)
})

test('deeply nested XML is refused', () => {
  const quiz = `<quiz><question type="cloze">${'<a>'.repeat(100_000)}</quiz>`
  expect(parseFile('moodle-xml', encode(quiz), {}).problems[0]!.message).toContain('nested')
})

test('a file with too many questions is read up to the limit, and the rest is named', () => {
  const gift = Array.from({ length: MAX_QUESTIONS + 5 }, (_, index) => `Q${index}? {=a ~b}\n`).join('\n')
  const { questions, problems } = parseFile('gift', encode(gift), {})
  expect(questions).toHaveLength(MAX_QUESTIONS)
  expect(problems).toMatchObject([
    { line: 2 * MAX_QUESTIONS + 1, message: expect.stringContaining('more than') },
  ])
})

test('HTML that runs is a problem, and other HTML becomes text', () => {
  const quiz = (html: string) =>
    `<quiz><question type="shortanswer"><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext><answer fraction="100"><text>a</text></answer></question></quiz>`
  expect(parseFile('moodle-xml', encode(quiz('A?<script>alert(1)</script>')), {}).problems).toHaveLength(1)
  const { questions } = parseFile(
    'moodle-xml',
    encode(quiz('<p onclick="x()">A <u>b</u> &lt;script&gt; x<sup>2</sup>?</p>')),
    {},
  )
  expect(questions[0]!.draft.prompt).toBe('A b \\<script> x$^{2}$?')
})

test('a text that a spreadsheet would run is written as text, and read again as it was', () => {
  const prompts = ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', "'=1", "''+1", "'quoted'"]
  const questions = prompts.map((prompt) => ({
    type: 'SINGLE_CHOICE' as const,
    prompt,
    options: ['=a', 'b'],
    correctIndex: 0,
    explanation: '',
    hint: null,
    optionFeedback: null,
    skill: null,
    difficulty: 'MEDIUM' as const,
    use: 'CHALLENGE' as const,
    tags: [],
  }))
  const csv = printFile('csv', questions)
  for (const cell of csv.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+\-@]/)
  expect(parseFile('csv', encode(csv), {}).questions.map(({ draft }) => draft.prompt)).toEqual(prompts)
})

test('a workbook with a broken directory is refused', () => {
  const archive = buildXlsx([['prompt'], ['A?']])
  for (let length = 0; length < archive.byteLength; length += 7)
    expect(parseFile('xlsx', archive.slice(0, length), {}).questions).toEqual([])
})
