import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { leastCpuMs } from '../../../../../test/harness/least-cpu.ts'
import { findImagesWithoutAlt, renderInlineMarkdown, renderMarkdown } from './render-markdown.ts'
import { findMathError } from './render-math.ts'
import { splitMath } from './split-math.ts'

describe('renderMarkdown', () => {
  test.each([
    ['Plain, 1 > 0.', '<p>Plain, 1 &gt; 0.</p>'],
    ['**a** *b* `c < d`', '<p><strong>a</strong> <em>b</em> <code>c &lt; d</code></p>'],
    ['```js\nif (a<b) {}\n```', '<pre><code class="language-js">if (a&lt;b) {}</code></pre>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['# A title', '<p><strong>A title</strong></p>'],
    ['a\\\nb', '<p>a<br>b</p>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    [
      '| a | b |\n| - | -: |\n| 1 | 2 |',
      '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
    ],
    [
      '[a](https://example.org/?b=1&c)',
      '<p><a href="https://example.org/?b=1&amp;c" rel="noopener noreferrer nofollow">a</a></p>',
    ],
    ['![A key](media/0123.svg)', '<p><img src="media/0123.svg" alt="A key"></p>'],
    ['<b>bold</b>', '<p>&lt;b&gt;bold&lt;/b&gt;</p>'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['![a](data:image/svg+xml,x)', '<p>a</p>'],
    ['[a](//example.org)', '<p>a</p>'],
    ['', ''],
  ])('%j', (markdown, html) => expect(renderMarkdown(markdown)).toBe(html))

  test('a formula becomes MathML, and Markdown does not read its characters', () => {
    const html = renderMarkdown('Is $a_1 * b_2 * c_3$ **even**?')
    expect(html).toMatch(/^<p>Is <math>.*<\/math> <strong>even<\/strong>\?<\/p>$/)
    expect(html).not.toContain('<em>')
    expect(renderMarkdown('$$x^2$$')).toContain('<math display="block"')
  })

  test('a formula that does not compile, or wants more than mathematics, is shown as text', () => {
    for (const latex of [
      '\\frac{1}',
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{a.png}',
      '\\style{color:red}{x}',
    ])
      expect(renderMarkdown(`$${latex}$`)).toMatch(/^<p><code>[^<]*<\/code><\/p>$/)
  })

  test('endless macros end', () => expect(findMathError('\\def\\a{\\a\\a}\\a', false)).toContain('Too many'))

  test('one paragraph has no paragraph around it when it is inline', () => {
    expect(renderInlineMarkdown('`a` or **b**')).toBe('<code>a</code> or <strong>b</strong>')
    expect(renderInlineMarkdown('a\n\nb')).toBe('<p>a</p><p>b</p>')
  })

  test('a line of plain text is compiled as by another Markdown compiler', () => {
    const characters = fc.constantFrom(...'abz 019.,;:!?()-+=#>@/%^{}é…')
    const comparable = (html: string) =>
      html
        .replaceAll('\n', '')
        .replaceAll('<hr />', '<hr>')
        .replace(/<h\d>(.*?)<\/h\d>/g, '<p><strong>$1</strong></p>')
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1 }), (text) => {
        expect(renderMarkdown(text.trim())).toBe(comparable(micromark(text.trim())))
      }),
      { numRuns: 2_000, seed: 5 },
    )
  })

  test('the HTML of any text contains only known elements and safe addresses', () => {
    const part = fc.constantFrom(
      ...['<script>', '</p>', '<img src=x onerror=alert(1)>', '"', "'", '>', '<', '&', '$', '$$', '`', '```'],
      ...[
        '\n',
        '\n\n',
        '[x](',
        ')',
        '![x](',
        'javascript:alert(1)',
        'https://a.example',
        '*',
        '_',
        '|',
        '- ',
      ],
      ...['\\text{', '}', '\\href{', '{{1}}', '\uE0010\uE002', '<!--', '\\', '[x]: ', ' ', 'a'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const html = renderMarkdown(parts.join(''))
        for (const [tag, name] of html.matchAll(/<\/?([a-z]+)([^>]*)>/g)) {
          expect(KNOWN.has(name!) || /^m[a-z]+$/.test(name!)).toBeTrue()
          expect(tag).not.toMatch(/\son[a-z]+=|javascript:/i)
        }
        expect(html).not.toMatch(/<(?!\/?[a-z]+[^<>]*>)/)
      }),
      { numRuns: 3_000, seed: 11 },
    )
  })
})

const KNOWN = new Set(
  'p em strong code pre br a img ul ol li blockquote hr table thead tbody tr th td'.split(' '),
)

describe('findImagesWithoutAlt', () => {
  test.each([
    ['![](a.svg) and ![b](b.svg) and ![ ](c.svg)', ['a.svg', 'c.svg']],
    ['`![](a.svg)`', []],
    ['no picture', []],
  ])('%j', (markdown, urls) => expect(findImagesWithoutAlt(markdown)).toEqual(urls))
})

describe('splitMath', () => {
  const formulas = (markdown: string) =>
    splitMath(markdown)
      .filter(({ isMath }) => isMath)
      .map(({ latex }) => latex)

  test.each([
    ['$x$', ['x']],
    ['a $x + y$, b $$z$$', ['x + y', 'z']],
    ['$\\$5$', ['\\$5']],
    ['It costs $5 or $10.', []],
    ['US$5/US$10', []],
    ['\\$x\\$', []],
    ['`$x$` and ``a ` $y$``', []],
    ['```\n$x$\n```\n$y$', ['y']],
    ['~~~\n$x$\n~~~', []],
    ['$ x$ and $x $', []],
    ['$a\nb$', []],
    ['$$a\nb$$', ['a\nb']],
    ['$$a\n\nb$$', []],
    ['$a`b$', []],
    ['$$', []],
  ])('%j has the formulas %j', (markdown, expected) => expect(formulas(markdown)).toEqual(expected))

  test('the pieces joined are the text', () => {
    const part = fc.constantFrom('$', '$$', 'x', ' ', '`', '```', '\n', '\\', '~~~', '5', '{')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        expect(
          splitMath(text)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text)
      }),
      { numRuns: 3_000, seed: 13 },
    )
  })

  test.each(['$', '$a', '$a ', '`', '` `` ', '$$a', '\\$', '~~~\n', '$a$'])(
    '20 KB of %j take less than half a second of CPU',
    (part) => {
      const text = part.repeat(20_000 / part.length)
      expect(leastCpuMs(() => splitMath(text), 500)).toBeLessThan(500)
    },
  )
})
