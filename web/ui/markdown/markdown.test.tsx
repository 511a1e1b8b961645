import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { readBlocks } from './blocks.ts'
import { withoutPlaceholders } from './formulas.tsx'
import { inlineOf } from './inline.tsx'
import { Markdown } from './markdown.tsx'

const text = (words: string) => ({ kind: 'paragraph', text: words }) as const
const block = (markdown: string) =>
  renderToStaticMarkup(<Markdown text={markdown} />).replace(/^<div[^>]*>|<\/div>$/g, '')
const inline = (text: string) => renderToStaticMarkup(<p>{inlineOf(text)}</p>)

describe('text of a course', () => {
  test('course text is parsed as paragraphs, headings, lists, code, tables and quotations', () => {
    const blocks = readBlocks(
      '# A\n\none\ntwo\n\n- x\n- y\n\n1. z\n\n```js\na < b\n```\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n> q',
    )
    expect(blocks).toEqual([
      { kind: 'heading', text: 'A' },
      { kind: 'paragraph', text: 'one two' },
      { kind: 'list', isOrdered: false, start: 1, items: [[text('x')], [text('y')]] },
      { kind: 'list', isOrdered: true, start: 1, items: [[text('z')]] },
      { kind: 'code', language: 'js', text: 'a < b' },
      { kind: 'table', head: ['h', 'i'], rows: [['1', '2']] },
      { kind: 'quote', blocks: [text('q')] },
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

  test('lists in lists, and other blocks in lists and quotations, keep their place', () => {
    expect(block('- a\n  - b\n    1. c\n- d')).toBe(
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
    )
    expect(block('3. a\n\n   b\n4. c\n\n+ d\n- e')).toBe(
      '<ol start="3"><li><p>a</p><p>b</p></li><li>c</li></ol><ul><li>d</li></ul><ul><li>e</li></ul>',
    )
    expect(block('> a\n>\n> - b\n\n***\n\nc')).toBe(
      '<blockquote><p>a</p><ul><li>b</li></ul></blockquote><hr/><p>c</p>',
    )
    expect(block('- a\n\nb\n---\n-\n- c')).toBe('<ul><li>a</li></ul><h3>b</h3><ul><li></li><li>c</li></ul>')
  })

  test('a very deep text is shown', () => {
    expect(block('> '.repeat(5_000))).toContain('&gt;')
    expect(block(`${'- '.repeat(5_000)}a`)).toContain('a')
  })

  test('line breaks that are meant are shown, and others are spaces', () => {
    expect(block('a\\\nb  \nc\nd')).toBe('<p>a<br/>b<br/>c d</p>')
    expect(block('a\\\\\nb')).toBe('<p>a\\ b</p>')
    expect(block('**a\\\nb**')).toBe('<p><strong>a<br/>b</strong></p>')
  })

  test('strong text and emphasis are shown inside of each other and side by side', () => {
    expect(inline('***a***')).toBe('<p><strong><em>a</em></strong></p>')
    expect(inline('**a *b***')).toBe('<p><strong>a <em>b</em></strong></p>')
    expect(inline('***a** b*')).toBe('<p><em><strong>a</strong> b</em></p>')
    expect(inline('**a***b*')).toBe('<p><strong>a</strong><em>b</em></p>')
    expect(inline('**a\\*\\*b** **2 * 3**')).toBe('<p><strong>a**b</strong> <strong>2 * 3</strong></p>')
    expect(inline(`${'*a '.repeat(3_000)}${'**b`'.repeat(3_000)}`)).toContain('*a')
  })

  test('links have escapes, titles and pictures', () => {
    const attributes = 'target="_blank" rel="noopener noreferrer"'
    expect(inline('[a\\]b](<https://example.com/a_(b)> "c")')).toBe(
      `<p><a href="https://example.com/a_(b)" ${attributes}>a]b</a></p>`,
    )
    expect(inline('[![a](/files/a.webp)](https://example.com)')).toBe(
      `<p><a href="https://example.com" ${attributes}><img src="/files/a.webp" alt="a" loading="lazy"/></a></p>`,
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

describe('formulas of a course', () => {
  const formula = (source: string) => ({
    source,
    html: `<math><mtext>${source.replace(/\$/g, '')}</mtext></math>`,
  })
  const shown = (text: string, ...sources: string[]) =>
    renderToStaticMarkup(<Markdown text={text} formulas={sources.map(formula)} />)
  const maths = (latex: string, look = 'formula') =>
    `<span dir="ltr" class="${look}"><math><mtext>${latex}</mtext></math></span>`

  test('a compiled formula is shown from left to right, and Markdown does not read its characters', () => {
    expect(shown('Is $a_1*b_2*c$ **even**?', '$a_1*b_2*c$')).toContain(
      `<p>Is ${maths('a_1*b_2*c')} <strong>even</strong>?</p>`,
    )
    expect(shown('$$a\n+ b$$', '$$a\n+ b$$')).toContain(maths('a\n+ b', 'formula block'))
    expect(shown('| f | g |\n|---|---|\n| $|x|$ | 2 |', '$|x|$')).toContain(`<td>${maths('|x|')}</td>`)
    expect(shown('**a $x$** and [b $x$](https://example.com)', '$x$')).toContain(
      `<strong>a ${maths('x')}</strong>`,
    )
  })

  test('money, code and formulas that the service did not compile are shown as they are written', () => {
    expect(shown('$5 and $6, $y$ and \\$x\\$', '$x$')).toContain('<p>$5 and $6, $y$ and $x$</p>')
    expect(shown('`$x$`', '$x$')).toContain('>$x$</code>')
    expect(withoutPlaceholders('a \uE0010\uE002', [formula('$x$')])).toBe('a $x$')
    expect(shown('[a](https://example.com/?$x$)', '$x$')).toContain('href="https://example.com/?$x$"')
    expect(block('No list: $x$')).toBe('<p>No list: $x$</p>')
  })

  test('a text cannot name a formula by its placeholder', () => {
    expect(shown('\uE0010\uE002 $x$', '$x$')).toContain(`<p>0 ${maths('x')}</p>`)
    expect(block('\uE0010\uE002')).toBe('<p></p>')
  })
})
