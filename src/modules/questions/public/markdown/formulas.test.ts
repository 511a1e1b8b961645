import { describe, expect, test } from 'bun:test'
import { leastCpuMs } from '../../../../../test/harness/least-cpu.ts'
import {
  compileFormulas,
  findFormulaErrors,
  findFormulaExcess,
  MAX_FORMULA_CHARACTERS,
  MAX_FORMULAS,
  previewFormula,
} from './formulas.ts'

describe('compileFormulas', () => {
  test('each formula is compiled once, and texts without one have no list', () => {
    const formulas = compileFormulas(['$x$ and $$y^2$$', 'again $x$'])!
    expect(formulas.map(({ source }) => source)).toEqual(['$x$', '$$y^2$$'])
    expect(formulas[0]!.html).toStartWith('<math><mi>x</mi>')
    expect(formulas[1]!.html).toContain('display="block"')
    expect(compileFormulas(['It costs $5 and $6.', '`$x$`', 'US$ and \\$y\\$'])).toBeUndefined()
  })

  test('LaTeX that does not compile, or wants more than mathematics, is code without markup', () => {
    for (const latex of [
      '\\frac{1',
      '\\href{javascript:alert(1)}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://example.org/a.png}',
      '\\class{a" onclick="alert(1)}{x}',
      '\\style{background:url(https://example.org)}{x}',
      '\\htmlData{a=b}{x}',
      '\\notACommand',
    ]) {
      const { html } = compileFormulas([`$${latex}$`])![0]!
      expect(html).toMatch(/^<code>[^<]*<\/code>$/)
    }
  })

  test('no formula has markup of its author', () => {
    for (const latex of [
      '<script>alert(1)</script>',
      '\\text{<img src=x onerror=alert(1)>}',
      '\\mathrm{</math><svg onload=alert(1)>}',
      '\\text{"><b>}',
      '\\color{red" onmouseover="alert(1)}x',
      '\\operatorname{<iframe>}',
    ])
      for (const isDisplay of [true, false]) {
        const { html } = previewFormula(latex, isDisplay)
        expect(html).not.toMatch(/<(?:script|img|svg|iframe|b|a|style)\b|<[^>]*(?:\son[a-z]+=|javascript:)/i)
      }
  })

  test('a text with more formulas than a lesson may have compiles as many', () => {
    const text = Array.from({ length: MAX_FORMULAS + 5 }, (_, index) => `$x_{${index}}$`).join(' ')
    expect(compileFormulas([text])).toHaveLength(MAX_FORMULAS)
  })
})

describe('findFormulaErrors', () => {
  test('an error names its line, the formula and the reason', () => {
    const text =
      'It costs $5 and $6.\n\n$$a\n+ b$$ is fine.\n\nBut $\\frac{1$ is not, and `$\\frac{1$` is code.'
    expect(findFormulaErrors(text)).toEqual([
      {
        source: '$\\frac{1$',
        line: 6,
        reason: expect.stringMatching(/^the formula \$\\frac\{1\$ does not compile: .+\. Write \\\$ for/),
      },
    ])
  })

  test('a long formula is shortened, and the reason is one line', () => {
    const [error] = findFormulaErrors(`$$x^2^3\n${'+ x '.repeat(100)}$$`)
    expect(error!.reason).not.toContain('\n')
    expect(error!.reason.length).toBeLessThan(250)
  })
})

test('the formulas of one lesson are limited in number and length', () => {
  expect(findFormulaExcess(Array.from({ length: MAX_FORMULAS }, () => '$x$'))).toBeUndefined()
  expect(findFormulaExcess(Array.from({ length: MAX_FORMULAS + 1 }, () => '$x$'))).toContain('formulas')
  const long = `$${'x'.repeat(1_000)}$ `
  expect(findFormulaExcess([long.repeat(MAX_FORMULA_CHARACTERS / 1_000)])).toBeUndefined()
  expect(findFormulaExcess([long.repeat(MAX_FORMULA_CHARACTERS / 1_000 + 1)])).toContain('LaTeX')
})

test('the most expensive formulas of a lesson compile in two seconds of CPU', () => {
  const texts = Array.from(
    { length: MAX_FORMULA_CHARACTERS / 1_000 },
    (_, index) => `$${`${index}`.padEnd(1_000, 'x')}$`,
  )
  expect(leastCpuMs(() => texts.map(findFormulaErrors), 2_000)).toBeLessThan(2_000)
})
