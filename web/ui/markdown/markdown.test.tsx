import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { readBlocks } from './blocks.ts'
import { inlineOf } from './inline.tsx'

const inline = (text: string) => renderToStaticMarkup(<p>{inlineOf(text)}</p>)

describe('text of a course', () => {
  test('course text is parsed as paragraphs, headings, lists, code, tables and quotations', () => {
    const blocks = readBlocks(
      '# A\n\none\ntwo\n\n- x\n- y\n\n1. z\n\n```js\na < b\n```\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n> q',
    )
    expect(blocks).toEqual([
      { kind: 'heading', text: 'A' },
      { kind: 'paragraph', text: 'one two' },
      { kind: 'list', isOrdered: false, items: ['x', 'y'] },
      { kind: 'list', isOrdered: true, items: ['z'] },
      { kind: 'code', language: 'js', text: 'a < b' },
      { kind: 'table', head: ['h', 'i'], rows: [['1', '2']] },
      { kind: 'quote', text: 'q' },
    ])
  })

  test('inline marks of course text are rendered as elements', () => {
    expect(inline('**a** *b* `c < d` [e](https://example.com)')).toBe(
      '<p><strong>a</strong> <em>b</em> <code class="inline-code">c &lt; d</code> <a href="https://example.com" target="_blank" rel="noopener noreferrer">e</a></p>',
    )
    expect(inline('2 * 3 * 4, snake_case_name, \\*not\\*')).toBe('<p>2 * 3 * 4, snake_case_name, *not*</p>')
  })

  test('pictures of this service are shown, and others are links', () => {
    const address = 'http://localhost:3000/files/library/a.webp'
    expect(inline(`![A leaf](${address})`)).toBe(
      '<p><img src="/files/library/a.webp" alt="A leaf" loading="lazy"/></p>',
    )
    expect(inline('![A leaf](media/a.png)')).toContain('src="/files/media/a.png"')
    expect(inline('![A leaf](https://example.com/a.png)')).not.toContain('<img')
  })

  test('what the editor of the studio escapes is shown without its escapes', () => {
    expect(inline('\\$x\\$ \\= \\"a\\" **b:**&#x63;d &amp;lt;')).toBe(
      '<p>$x$ = &quot;a&quot; <strong>b:</strong>cd &amp;lt;</p>',
    )
  })

  test('course text never becomes markup or a link that runs a script', () => {
    for (const hostile of [
      '<img src=x onerror=alert(1)>',
      '&lt;script>alert(1)</script>',
      '[x](javascript:alert(1))',
      '[x](data:text/html,<script>)',
      '**<svg onload=alert(1)>**',
      '<javascript:alert(1)>',
      '![x](javascript:alert(1))',
      '![x](//example.com/files/../../x" onerror="alert(1)',
    ]) {
      const html = inline(hostile)
      expect(html).not.toMatch(/<(?:img|script|svg)|href="(?:javascript|data)/)
    }
  })
})
