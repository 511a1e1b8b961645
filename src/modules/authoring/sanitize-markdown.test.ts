import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sanitizeMarkdown } from './sanitize-markdown.ts'

/** What a reader's browser would be given, by a renderer that lets HTML through. */
function rendered(markdown: string): string {
  return Bun.markdown.html(markdown, { tables: true })
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
]

function expectHarmless(markdown: string): void {
  const html = rendered(sanitizeMarkdown(markdown))
  expect(html).not.toMatch(/<(script|img[^>]*onerror|svg|iframe|!--|\?)/i)
  for (const [, target] of html.matchAll(/(?:href|src)="([^"]*)"/g))
    expect(target).not.toMatch(/^\s*(?!https?:|mailto:)[a-z][\w+.-]*:/i)
}

describe('sanitizeMarkdown with hostile Markdown', () => {
  test.each(HOSTILE)('%j is harmless after sanitizing', (markdown) => expectHarmless(markdown))

  test('most of the hostile Markdown is dangerous without sanitizing', () => {
    const running = HOSTILE.filter((markdown) => {
      const html = rendered(markdown)
      return /<(script|img[^>]*onerror|!--|\?)/i.test(html) || /(href|src)="(?:java|vb|data)/i.test(html)
    })
    expect(running.length).toBeGreaterThan(15)
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
      { numRuns: 20_000, seed: 7 },
    )
  }, 60_000)
})

describe('sanitizeMarkdown with harmless Markdown', () => {
  test.each([
    'Plain text, 1 < 2 and 3 > 2, a <= b.',
    'Code: `<script>` and ``a ` <b>`` and `x = y`.',
    '```html\n<script>alert(1)</script>\n```\n\nAfter `<p>`.',
    '~~~\n<b>\n```\n<i>\n~~~',
    '1. One\n   ```js\n   if (a <b) {}\n   ```\n2. Two',
    '[web](https://example.org/a?b=1&c=2) [mail](mailto:a@example.org) [here](#part) <https://example.org>',
    '![alt](images/a.svg) ![more](media/0123.svg)',
    '| a | b |\n|---|---|\n| `<p>` | x |',
    'Code such as `<script src="a"\ndefer></script>` and `a || b` in a paragraph.',
    'An escaped \\` backtick and \\<b> tag.'.replace('\\<b>', 'no'),
    'It costs [5] or [a]: see below.',
  ])('%j is not changed', (markdown) => expect(sanitizeMarkdown(markdown)).toBe(markdown))

  test('sanitizing twice gives the same result as once', () => {
    for (const markdown of HOSTILE) {
      const once = sanitizeMarkdown(markdown)
      expect(sanitizeMarkdown(once)).toBe(once)
    }
  })
})
