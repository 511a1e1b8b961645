import { describe, expect, test } from 'bun:test'
import { printMarkdown } from './print-markdown.ts'
import { type HtmlNode, reduceHtml } from './reduce-html.ts'
import { schema } from './schema.ts'

interface Element extends HtmlNode {
  childNodes: HtmlNode[]
}

const VOID = /^(?:br|hr|img|meta|link|input|embed)$/

/** A tree of nodes as a browser has it, as far as the code reads it. */
function parse(html: string): Element {
  const root = elementOf('body', new Map())
  const open = [root]
  for (const [, closing, name, attributes, text] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>|([^<]+|<)/gi)) {
    if (text !== undefined) {
      const nodeValue = text.replaceAll('&nbsp;', '\u00A0')
      open.at(-1)!.childNodes.push({ nodeName: '#text', nodeValue, childNodes: [] })
    } else if (closing) {
      const at = open.findLastIndex((element) => element.nodeName === name!.toUpperCase())
      if (at > 0) open.length = at
    } else {
      const pairs = [...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)]
      const element = elementOf(name!, new Map(pairs.map((pair) => [pair[1]!, pair[2]!])))
      open.at(-1)!.childNodes.push(element)
      if (!VOID.test(name!)) open.push(element)
    }
  }
  return root
}

const elementOf = (name: string, attributes: Map<string, string>): Element => ({
  nodeName: name.toUpperCase(),
  nodeValue: null,
  childNodes: [],
  getAttribute: (attribute) => attributes.get(attribute) ?? null,
})

function pasted(html: string): string {
  const blocks = reduceHtml(parse(html))
  for (const block of blocks) block.check()
  return printMarkdown(schema.nodes.doc.create(null, blocks))
}

describe('pasted HTML', () => {
  test('text of a word processor keeps its marks, lists and tables', () => {
    expect(
      pasted(
        '<b data-style="font-weight:normal"><p>A <span data-style="font-weight:700">bold</span> and <span data-style="font-style:italic">slanted</span>&nbsp;word<o:p></o:p></p></b>' +
          '<h1>Title</h1><ul><li><p>one</p></li><li>two<ul><li>three</li></ul></li></ul><ol start="3"><li>c</li></ol>' +
          '<table><tbody><tr><th>a</th><th>b</th></tr><tr><td><p>1</p></td></tr></tbody></table>' +
          '<pre>let a\n  = 1\n</pre><blockquote>said</blockquote><hr>',
      ),
    ).toBe(
      'A **bold** and *slanted* word\n\n### Title\n\n- one\n- two\n  - three\n\n3. c\n\n| a | b |\n| - | - |\n| 1 |  |\n\n```\nlet a\n  = 1\n```\n\n> said\n\n---',
    )
  })

  test('a list beside its item belongs to it', () => {
    expect(pasted('<ul><li>one</li><ul><li>two</li></ul></ul>')).toBe('- one\n  - two')
  })

  test('scripts, styles, frames and handlers leave nothing, and unknown elements their text', () => {
    expect(
      pasted(
        '<script>alert(1)</script><style>p {}</style><p onclick="alert(1)">a<iframe src="x">b</iframe><blink>c</blink></p><svg><text>d</text></svg><!-- e -->',
      ),
    ).not.toMatch(/alert|p \{\}|b|d/)
  })

  test('links and pictures with an address that could run a script are text', () => {
    expect(
      pasted(
        '<a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="https://example.org">c</a> <img src="data:image/png,x" alt="d"> <img src="file:///e.png"><img src="https://example.org/f.png" alt="f">',
      ),
    ).toBe('a b [c](https://example.org) d ![f](https://example.org/f.png)')
  })

  test('signs of Markdown in pasted text stay signs', () => {
    expect(pasted('<p># not *a* heading, `a` $x$ [b](c)</p>')).toBe(
      '\\# not \\*a\\* heading, \\`a\\` \\$x\\$ \\[b\\](c)',
    )
  })
})
