import { describe, expect, test } from 'bun:test'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { parseBlocks, parseMarkdown } from './parse-markdown.ts'
import { printBlock } from './print-block.ts'
import { printMarkdown } from './print-markdown.ts'
import { schema } from './schema.ts'

/** The place before the block. */
function before(doc: Node, index: number): number {
  return doc.children.slice(0, index).reduce((size, block) => size + block.nodeSize, 0)
}

function withoutBlock(doc: Node, index: number): Node {
  const from = before(doc, index)
  return apply(doc, (state) => state.tr.delete(from, from + doc.child(index).nodeSize))
}

function withText(doc: Node, index: number, text: string): Node {
  return apply(doc, (state) => state.tr.insertText(text, before(doc, index) + 1))
}

function apply(doc: Node, change: (state: EditorState) => ReturnType<EditorState['tr']['delete']>): Node {
  const state = EditorState.create({ doc })
  return state.apply(change(state)).doc
}

/** Every text is read as the document that it was written for. */
function expectSame(markdown: string, doc: Node): void {
  const wanted = doc.children.filter((block) => block.type !== schema.nodes.paragraph || block.childCount > 0)
  expect(parseBlocks(markdown).map(String)).toEqual(wanted.map(String))
}

describe('what is written', () => {
  test('lines that nobody edits stay, with their odd spaces, signs and line ends', () => {
    for (const text of [
      '',
      '\n',
      'a',
      '\n\n  a  \n\n\n* b\n+ c\n',
      'a\r\n\r\nb\r\n',
      '# a\nb\n***\n\tcode\n',
      '\uFEFFa\n\n`b',
    ])
      expect(printMarkdown(parseMarkdown(text))).toBe(text)
  })

  test('an undone edit is no edit', () => {
    const doc = parseMarkdown('a\nb\n\n* c\n')
    const edited = withText(doc, 0, 'x')
    expect(printMarkdown(edited)).toBe('xa b\n\n* c\n')
    expect(printMarkdown(apply(edited, (state) => state.tr.delete(1, 2)))).toBe('a\nb\n\n* c\n')
  })

  test('a link whose definition is deleted keeps its address', () => {
    const doc = parseMarkdown('See [a][b].\n\n[b]: https://example.org\n')
    expect(doc.child(1).type).toBe(schema.nodes.markdown_block)
    expect(printMarkdown(withoutBlock(doc, 1))).toBe('See [a](https://example.org).\n')
  })

  test('text after code that has no end does not become code', () => {
    const doc = parseMarkdown('```js\nlet a')
    const longer = apply(doc, (state) =>
      state.tr.insert(doc.content.size, schema.nodes.paragraph.create(null, schema.text('after'))),
    )
    expectSame(printMarkdown(longer), longer)
  })

  test('dollar signs between two lone backticks stay text when one of the backticks goes', () => {
    const doc = parseMarkdown('a ` b\n\n$x$\n\nc ` d')
    expect(doc.child(1).textContent).toBe('$x$')
    const shorter = withoutBlock(doc, 0)
    expectSame(printMarkdown(shorter), shorter)
  })

  test('a formula that is inserted between two lone backticks stays a formula', () => {
    const doc = parseMarkdown('a ` b\n\nc ` d')
    const formula = schema.nodes.math.create({ source: '$x$' })
    const longer = apply(doc, (state) =>
      state.tr.insert(before(doc, 1), schema.nodes.paragraph.create(null, formula)),
    )
    expectSame(printMarkdown(longer), longer)
  })

  test('lists that become neighbours stay two lists', () => {
    const doc = parseMarkdown('- a\n\nbetween\n\n- b\n\nbetween\n\n1. c\n\nbetween\n\n1. d')
    const joined = withoutBlock(withoutBlock(doc, 5), 1)
    const markdown = printMarkdown(joined)
    expect(markdown).toBe('- a\n\n+ b\n\nbetween\n\n1. c\n\n1) d')
    expectSame(markdown, joined)
  })

  test('indented code after a list does not become a part of it', () => {
    const doc = parseMarkdown('- a\n\nbetween\n\n    code')
    const joined = withoutBlock(doc, 1)
    expectSame(printMarkdown(joined), joined)
  })

  test('HTML is a block with its source, and an edit beside it leaves it as it is', () => {
    const doc = parseMarkdown('a\n\n<div  class="x">\n*b*</div>\n\nAn <i>inline</i> one.')
    expect(doc.children.map(({ type }) => type.name)).toEqual([
      'paragraph',
      'markdown_block',
      'markdown_block',
    ])
    expect(printMarkdown(withText(doc, 0, 'x'))).toBe(
      'xa\n\n<div  class="x">\n*b*</div>\n\nAn <i>inline</i> one.',
    )
  })

  test('text is written with as few escapes as it needs', () => {
    const written = (text: string) => printBlock(schema.nodes.paragraph.create(null, schema.text(text)))
    expect(written('It costs $5, (really) snake_case - a < b & c!')).toBe(
      'It costs $5, (really) snake_case - a < b & c!',
    )
    expect(written('$x$ is maths')).toBe('\\$x\\$ is maths')
    expect(written('1. # *a* <b> &lt; سلام')).toBe('1\\. # \\*a\\* &lt;b> &amp;lt; سلام')
  })

  test('bold text between letters begins and ends where it should', () => {
    const { strong } = schema.marks
    const block = schema.nodes.paragraph.create(null, [
      schema.text('a'),
      schema.text('(b)', [strong.create()]),
      schema.text('c'),
    ])
    expect(printBlock(block)).toBe('&#x61;**(b)**&#x63;')
  })
})
