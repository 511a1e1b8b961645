import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { normalize } from './normalize.ts'
import { parseBlocks, parseMarkdown } from './parse-markdown.ts'
import { printBlock } from './print-block.ts'
import { printMarkdown } from './print-markdown.ts'
import { schema } from './schema.ts'

setDefaultTimeout(300_000)

const RUNS = Number(process.env.RICH_TEXT_RUNS ?? 150)
const seed = process.env.RICH_TEXT_SEED ? { seed: Number(process.env.RICH_TEXT_SEED) } : {}
const CONTENT = join(import.meta.dir, '../../../content')
const LESSONS = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({
    name,
    text: readFileSync(join(CONTENT, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
  }))

/** The document as it is read from what is written for it, without any source. */
const readAgain = (blocks: readonly Node[]) =>
  parseBlocks(printMarkdown(schema.nodes.doc.create(null, [...blocks])))
const withoutSources = (blocks: readonly Node[]) => blocks.map((block) => block.toString())

/** Replaces the text of the block by itself and a word. */
function edit(doc: Node, index: number): Node {
  let position = 0
  for (let before = 0; before < index; before++) position += doc.child(before).nodeSize
  let end = -1
  doc.nodesBetween(position, position + doc.child(index).nodeSize, (node, at) => {
    if (end < 0 && node.isTextblock) end = at + node.nodeSize - 1
  })
  const state = EditorState.create({ doc })
  return end < 0 ? doc : state.apply(state.tr.insertText('word', end)).doc
}

describe('shipped lessons', () => {
  test('opening and saving a lesson changes no byte', () => {
    expect(LESSONS.length).toBeGreaterThan(40)
    for (const { text } of LESSONS) expect(printMarkdown(parseMarkdown(text))).toBe(text)
  })

  test('every block can be edited, and is the same when it is written in our style', () => {
    for (const { name, text } of LESSONS) {
      const blocks = parseBlocks(text)
      const sources = blocks.filter((block) => block.type === schema.nodes.markdown_block)
      expect([name, sources.map((block) => block.attrs.source)]).toEqual([name, []])
      for (const block of blocks)
        expect(withoutSources(parseBlocks(printBlock(block)))).toEqual([block.toString()])
    }
  })

  test('editing one block leaves every other line as it was', () => {
    for (const { text } of LESSONS) {
      const doc = parseMarkdown(text)
      const index = Math.floor(doc.childCount / 2)
      const changed = printMarkdown(edit(doc, index))
      const source = doc.child(index).attrs.origin.writtenFor(doc.child(index))!.source
      const at = text.indexOf(source)
      expect(changed.slice(0, at)).toBe(text.slice(0, at))
      expect(changed.endsWith(text.slice(at + source.length))).toBe(true)
    }
  })
})

// What random texts are made of: every sign of Markdown, words of two directions, and spaces.
const PIECES = [
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split(''),
  ...['a', 'word', 'b1', '1', '5', 'é', 'سلام', 'שלום', '漢', '😀', ' ', '  ', '\t', '\u00A0', '“', '…', '—'],
  ...[
    '**',
    '__',
    '``',
    '$$',
    '$x$',
    '$a_1*b$',
    '$$\\frac{1}{2}$$',
    '`c`',
    '[a](b)',
    '![a](b)',
    '<b>',
    '&amp;',
    '&#35;',
    '\\*',
  ],
]
const LINE_STARTS = [
  '',
  '',
  '',
  '# ',
  '### ',
  '- ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '    ',
  '```',
  '~~~',
  '---',
  '===',
  '| a | b |',
  '| - | - |',
  '  ',
  '   ',
  '\t',
  '[a]: b',
  '<div>',
]

const textOf = (pieces: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((parts) => parts.join(''))
const anyText = textOf(PIECES, 8)
const anyMarkdown = fc
  .array(
    fc.tuple(
      fc.constantFrom(...LINE_STARTS),
      fc.constantFrom(...LINE_STARTS),
      textOf(PIECES, 6),
      fc.constantFrom('\n', '\n', '\n\n', '  \n', '\\\n'),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((lines) => lines.map((line) => line.join('')).join(''))

const anyMarks: fc.Arbitrary<Mark[]> = fc
  .record({
    strong: fc.boolean(),
    em: fc.boolean(),
    code: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    link: fc.option(
      fc.constantFrom('https://example.org/a_b', '/files/a b(1).png', '#x', 'mailto:a@b.org', '', 'a`$&amp;'),
      { freq: 5 },
    ),
  })
  .map(({ strong, em, code, link }) => {
    const marks: Mark[] = []
    if (link !== null) marks.push(schema.marks.link.create({ href: link }))
    if (strong) marks.push(schema.marks.strong.create())
    if (em) marks.push(schema.marks.em.create())
    if (code) marks.push(schema.marks.code.create())
    return marks
  })
const anyLeaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyText, anyMarks).map(([text, marks]) => schema.text(text, marks)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('$x$', '$a_1*b$', '$$\\sum_i\nx_i$$', '$|x|$'), anyMarks)
      .map(([source, marks]) => schema.nodes.math.create({ source }, null, marks.filter(notCode))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyText, anyMarks)
      .map(([alt, marks]) =>
        schema.nodes.image.create(
          { src: '/files/p.webp', alt: alt.trim().replace(/\s+/g, ' ') },
          null,
          marks.filter(notCode),
        ),
      ),
  },
)
const notCode = (mark: Mark) => mark.type !== schema.marks.code
const anyBreak = anyMarks.map((marks) => schema.nodes.hard_break.create(null, null, marks.filter(notCode)))
const inlineOf = (leaf: fc.Arbitrary<Node>) =>
  fc.array(leaf, { maxLength: 5 }).map((nodes) => Fragment.fromArray(nodes))
const anyLine = inlineOf(anyLeaf)
const anyInline = inlineOf(fc.oneof({ weight: 6, arbitrary: anyLeaf }, { weight: 1, arbitrary: anyBreak }))
const { nodes: types } = schema

const { block: anyBlock } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyInline.map((content) => types.paragraph.create(null, content)),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), anyLine)
      .map(([level, content]) => types.heading.create({ level }, content)),
    fc
      .tuple(fc.constantFrom('', 'js', 'c++', 'sql run', 'a`b'), fc.array(anyText, { maxLength: 3 }))
      .map(([info, lines]) => {
        const text = lines.join('\n')
        return types.code_block.create({ info }, text ? schema.text(text) : null)
      }),
    fc.constant(types.horizontal_rule.create()),
    fc
      .tuple(
        fc.array(fc.constantFrom(null, 'left', 'right', 'center'), { minLength: 1, maxLength: 3 }),
        fc.array(anyLine, { minLength: 2, maxLength: 6 }),
      )
      .map(([align, cells]) => {
        const rows = [cells.slice(0, 3), cells.slice(3)]
          .filter((row) => row.length > 0)
          .map((row) =>
            types.table_row.create(
              null,
              align.map((_, column) => types.table_cell.create(null, row[column])),
            ),
          )
        return types.table.create({ align }, rows)
      }),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((blocks) => types.blockquote.create(null, blocks)),
    fc
      .tuple(fc.boolean(), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([isLoose, items]) => types.bullet_list.create({ isLoose }, items)),
    fc
      .tuple(
        fc.boolean(),
        fc.constantFrom(0, 1, 7, 99, 999_999_999),
        fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      )
      .map(([isLoose, start, items]) => types.ordered_list.create({ isLoose, start }, items)),
  ),
  item: fc
    .array(tie('block'), { minLength: 1, maxLength: 3 })
    .map((blocks) => types.list_item.create(null, blocks)),
}))

/** Bold and italic that Markdown cannot say, such as directly between a formula and code, may be lost. Nothing else may. */
const withoutStyle = (block: Node): Node => {
  if (block.isText || block.isLeaf)
    return block.mark(block.marks.filter((mark) => mark.type === schema.marks.link))
  return block.copy(Fragment.fromArray(block.children.map(withoutStyle)))
}

describe('random documents', () => {
  test('Markdown that is read, written in our style and read again is the same document', () => {
    fc.assert(
      fc.property(anyMarkdown, (markdown) => {
        const blocks = parseBlocks(markdown)
        expect(printMarkdown(parseMarkdown(markdown))).toBe(markdown)
        if (blocks.some((block) => block.type === types.markdown_block)) return
        expect(withoutSources(readAgain(blocks))).toEqual(withoutSources(blocks))
      }),
      { numRuns: RUNS * 4, ...seed },
    )
  })

  test('a document of the editor is read back as it was written', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { minLength: 1, maxLength: 3 }), (blocks) => {
        const wanted = blocks
          .map(normalize)
          .filter((block) => block.type !== types.paragraph || block.childCount > 0)
        const read = readAgain(blocks)
        if (read.length === wanted.length && read.every((block, index) => block.eq(wanted[index]!))) return
        const plain = (nodes: readonly Node[]) =>
          nodes.map((block) => normalize(withoutStyle(block)).toString())
        const markdown = printMarkdown(types.doc.create(null, blocks))
        expect([markdown, plain(read)]).toEqual([markdown, plain(wanted)])
      }),
      { numRuns: RUNS, ...seed },
    )
  })
})
