import { expect, test } from 'bun:test'
import { renderFormulas } from './render-formulas.ts'

test('formulas of all texts are compiled, once each, and sums of money are none', () => {
  const formulas = renderFormulas('$x^2$ and $$a &lt; b$$ for $5 or $10', 'again $x^2$, `$y$`')!
  expect(Object.keys(formulas)).toEqual(['$x^2$', '$$a &lt; b$$'])
  expect(formulas['$x^2$']).toMatch(/^<math>.*<msup>/)
  expect(formulas['$$a &lt; b$$']).toMatch(/^<math[^>]* display="block".*&lt;/)
})

test('a text without formulas has none', () => {
  expect(renderFormulas('It costs $5.', '')).toBeUndefined()
})

test('LaTeX that does not compile is shown as it is, as text', () => {
  expect(renderFormulas('$\\href{javascript:alert(1)}{x}$')).toEqual({
    '$\\href{javascript:alert(1)}{x}$': '<code>\\href{javascript:alert(1)}{x}</code>',
  })
})
