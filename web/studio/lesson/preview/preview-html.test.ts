import { describe, expect, test } from 'bun:test'
import { blockHtml, inlineHtml } from './preview-html.ts'

const FORMULAS = [
  { source: '$x_1*y$', html: '<math><mi>x</mi></math>' },
  { source: '$$a$$', html: '<math display="block"><mi>a</mi></math>' },
]

describe('the preview of a question', () => {
  test('shows compiled formulas, and other formulas as they are written', () => {
    expect(inlineHtml('Is $x_1*y$ *more* than $z$ or $5?', FORMULAS)).toBe(
      'Is <math><mi>x</mi></math> <em>more</em> than $z$ or $5?',
    )
    expect(blockHtml('- $x_1*y$\n\n> $$a$$\n\n| $x_1*y$ | b |\n|---|---|\n| c | $$a$$ |', FORMULAS)).toBe(
      '<ul><li><math><mi>x</mi></math></li></ul><blockquote><p><math display="block"><mi>a</mi></math></p></blockquote>' +
        '<table><thead><tr><th><math><mi>x</mi></math></th><th>b</th></tr></thead>' +
        '<tbody><tr><td>c</td><td><math display="block"><mi>a</mi></math></td></tr></tbody></table>',
    )
  })

  test('has no formulas in code, in addresses and in the texts of pictures', () => {
    expect(inlineHtml('`$x_1*y$`', FORMULAS)).toBe('<code>$x_1*y$</code>')
    expect(inlineHtml('[a](https://b.example/$x_1*y$)', FORMULAS)).toBe(
      '<a href="https://b.example/$x_1*y$" target="_blank" rel="noopener noreferrer">a</a>',
    )
    expect(inlineHtml('![$x_1*y$](https://b.example/a.png)', FORMULAS)).toBe('$x_1*y$')
  })

  test('escapes markup and signs that stand for formulas', () => {
    expect(inlineHtml('<img src=x> \uE0020\uE003 $x_1*y$ "', FORMULAS)).toBe(
      '&lt;img src=x&gt; 0 <math><mi>x</mi></math> &quot;',
    )
    expect(inlineHtml('\uE0020\uE003 and no formula', FORMULAS)).not.toContain('<math>')
  })
})
