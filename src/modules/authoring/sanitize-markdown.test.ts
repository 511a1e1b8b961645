import { describe, expect, test } from 'bun:test'
import { HtmlRenderer, Parser } from 'commonmark'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { micromark } from 'micromark'
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { leastCpuMs } from '../../../test/harness/least-cpu.ts'
import { sanitizeMarkdown } from './sanitize-markdown.ts'

/** Renderers of clients, with HTML enabled, as a careless client would. */
const markdownIt = new MarkdownIt({ html: true, linkify: true })
markdownIt.validateLink = () => true
const RENDERERS: Record<string, (markdown: string) => string> = {
  bun: (markdown) => Bun.markdown.html(markdown, { tables: true }),
  marked: (markdown) => marked.parse(markdown, { async: false }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
  commonmark: (markdown) => new HtmlRenderer().render(new Parser().parse(markdown)),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfmTable(), gfmStrikethrough()],
      htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
    }),
}

const HOSTILE = [
  '<script>alert(1)</script>',
  'text <img src=x onerror=alert(1)> text',
  '\\`<script>alert(1)</script>\\`',
  '`\n\n<script>alert(1)</script>\n\n`',
  'a ` b\nx` <script>alert(1)</script> `y',
  '| ` a | ` b ` <script>alert(1)</script> ` |\n|--|--|\n| ` a | ` b ` <script>alert(1)</script> ` |',
  '- a\n\n  ```\n<script>alert(1)</script>\n',
  'para\n    ```\n    <script>alert(1)</script>',
  '   ```\n <script>alert(1)</script>\n```\n<script>alert(2)</script>',
  '```\nnot ended\n<script>alert(1)</script>',
  '> ```\n<script>alert(1)</script>\n> ```',
  '<https://a`b> <script>alert(1)</script>`',
  'a `\n# <script>alert(1)</script>`',
  'a `\n- <script>alert(1)</script>`',
  '[x]: `a\n<script>alert(1)</script>`',
  'a `\n===\n<script>alert(1)</script>`',
  '[x](```)<script>alert(1)</script>```',
  '[x](a(b)```)<script>alert(1)</script>```',
  '[x](a[y](b)```)<script>alert(1)</script>```',
  '[x](a\\)```)<script>alert(1)</script>```',
  '[x](<)```>)<script>alert(1)</script>```',
  '[x][```]<script>alert(1)</script>```\n\n[```]: /url',
  '<!-- <b> -->',
  '<?php x ?>',
  '[x](javascript:alert(1))',
  '[x]( javascript:alert(1) "title")',
  '[x](\njavascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript\\:alert(1))',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[y]:\n  javascript:alert(1)\n\n[y]',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '> [x]:\n>javascript:alert(1)\n\n[x]',
  '> [x](\n> javascript:alert(1))',
  '[x](#[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  // Bare carriage returns end lines for renderers.
  'a `\r\r<script>alert(1)</script>\r\r`',
  '```\rcode\r```\r<script>alert(1)</script>\r```\r```',
  // An address in angle brackets contains the backtick that would start the code.
  '<https://a.example/`> `<script>alert(1)</script>`',
  'a <https://a.example/`><script>alert(1)</script>`',
  'https://a.example```<script>alert(1)</script>```',
  '**www.a**`<script>alert(1)</script>`',
  // A definition swallows the line that would open the code block.
  '[x]:\n```\n<script>alert(1)</script>\n```',
  '[x]: /a\n"```\n<script>alert(1)</script>\n```"',
  // Formulas are not parsed, and renderers without formulas read them as Markdown.
  '$<script>alert(1)</script>$',
  '$[x](javascript:alert(1))$',
  '$$a\n- [x]: javascript:alert(1)\n$$ [x]',
  '$a$`$<script>alert(1)</script>$`$b$',
  '$a`$ <script>alert(1)</script> $`b$',
  'https://a$x$`<script>alert(1)</script>`',
]

const DANGEROUS_TAG = /<(script|img[^>]*onerror|svg|iframe|!--|\?)/i
const DANGEROUS_TARGET = /(?:href|src)="\s*(?!https?:|mailto:)[a-z][\w+.-]*:/i

const isDangerous = (html: string) => DANGEROUS_TAG.test(html) || DANGEROUS_TARGET.test(html)

function expectHarmless(markdown: string): void {
  const sanitized = sanitizeMarkdown(markdown)
  for (const [renderer, render] of Object.entries(RENDERERS))
    if (isDangerous(render(sanitized)))
      throw new Error(`${renderer} runs ${JSON.stringify(sanitized)}, made of ${JSON.stringify(markdown)}`)
}

describe('sanitizeMarkdown with hostile Markdown', () => {
  test.each(HOSTILE)('%j is harmless after sanitizing', (markdown) => expectHarmless(markdown))

  test.each(Object.keys(RENDERERS))('%s runs most of the hostile Markdown without sanitizing', (renderer) => {
    const dangerous = HOSTILE.filter((markdown) => isDangerous(RENDERERS[renderer]!(markdown)))
    expect(dangerous.length).toBeGreaterThan(HOSTILE.length / 3)
  })

  test('random combinations of hostile Markdown are harmless after sanitizing', () => {
    const part = fc.constantFrom(
      ...[
        '`',
        '``',
        '```',
        '~~~',
        '\n',
        '\n\n',
        '\r',
        '\t',
        '![x](',
        '[x]',
        '~~',
        '*',
        '===',
        '$',
        '$$',
        '&#96;',
        '<javascript:',
        '  ',
        '    ',
        '- ',
        '1. ',
        '> ',
        '|',
        '\\',
        '[x](',
        '[x]: ',
        ')',
      ],
      ...[
        '<script>',
        '</script>',
        '<b',
        '>',
        'javascript:',
        'https://a',
        '<https://',
        ' ',
        'a',
        '"',
        '&lt;',
        '---',
        '#',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => expectHarmless(parts.join(''))),
      { numRuns: 8_000, seed: 7 },
    )
  })
})

describe('sanitizeMarkdown with harmless Markdown', () => {
  test.each([
    'Plain text, 1 < 2 and 3 > 2, a <= b.',
    'Code: `<script>` and ``a ` <b>`` and `x = y`.',
    '```html\n<script>alert(1)</script>\n```\n\nAfter `<p>`.',
    '1. One\n   ```js\n   if (a <b) {}\n   ```\n2. Two',
    '[web](https://example.org/a?b=1&c=2) [mail](mailto:a@example.org) [here](#part) <https://example.org>',
    '![alt](images/a.svg) ![more](media/0123.svg)',
    '| a | b |\n| - | - |\n| `<p>` | x |',
    'Code such as `<script src="a"\ndefer></script>` and `a || b` in a paragraph.',
    'An escaped \\` backtick.',
    'A formula $a_1 * b_2 < c$ and $$\\frac{x_1}{y}$$ with `<b>` and [x](https://example.org).',
    'It costs [5] or [a]: see below.',
    '* a list\n* with snake_case, 2 * 3 and `code`',
  ])('%j is not changed', (markdown) => expect(sanitizeMarkdown(markdown)).toBe(markdown))

  test.each([
    ['a link by reference', '[site][s]\n\n[s]: https://example.org', '[site](https://example.org)'],
    ['a tilde fence', '~~~\n<b>\n~~~', '```\n<b>\n```'],
    ['a tag in a formula', 'Is $a<b$?', 'Is $a\\lt b$?'],
    ['a link in a formula', '$[0](1)$', '$[0]{}(1)$'],
    ['a tag', 'Use <b>bold</b>.', 'Use &lt;b>bold&lt;/b>.'],
    ['brackets in a target', '[x](https://a.example/b_(c))', '[x](https://a.example/b_%28c%29)'],
  ])('%s is written in one form', (_, markdown, written) => expect(sanitizeMarkdown(markdown)).toBe(written))

  test('sanitizing twice gives the same result as once', () => {
    for (const markdown of HOSTILE) {
      const once = sanitizeMarkdown(markdown)
      expect(sanitizeMarkdown(once)).toBe(once)
    }
  })
})

describe('the time of sanitizeMarkdown', () => {
  const KILOBYTES = 20
  test.each([
    '[',
    '`',
    '<a',
    '[a](',
    '*a ',
    '_a',
    '| a',
    '\\`',
    '![',
    '&',
    '~~a',
    '[x]: y\n',
    '[a][',
    '`a``',
    '<!--',
    '<?',
    '<![CDATA[',
    '</a',
    '<a b="',
    '> ',
    '- ',
    '1) ',
    '$[a$ ',
    '$a',
  ])(`${KILOBYTES} KB of %j take less than half a second of CPU`, (part) => {
    const hostile = `<b> ${part.repeat((KILOBYTES * 1_000) / part.length)}`
    expect(leastCpuMs(() => sanitizeMarkdown(hostile), 500)).toBeLessThan(500)
  })
})
