import { expect, test } from 'bun:test'
import { restoreLogicalProperties } from './logical-properties.ts'

/** What the bundler writes for one rule with a logical property. */
function byLanguage(selector: string, [ltr, rtl]: [string, string], value: string, end = ''): string {
  const list = ':lang(ar),:lang(he)'
  const rules = ['-webkit-any', '-moz-any', 'is'].map((name) => `:${name}(${list})`)
  return [
    ...rules.map((rule) => `${selector}:not(${rule})${end}{${ltr}:${value}}`),
    ...rules.map((rule) => `${selector}${rule}${end}{${rtl}:${value}}`),
  ].join('')
}

test('the six rules of a logical property become one', () => {
  const css = `a{b:c}${byLanguage('.start-3', ['left', 'right'], '3px')}${byLanguage('.end-3', ['right', 'left'], '3px')}d{e:f}`
  expect(restoreLogicalProperties(css)).toBe(
    'a{b:c}.start-3{inset-inline-start:3px}.end-3{inset-inline-end:3px}d{e:f}',
  )
})

test('rules of pseudo-elements, escaped names and media queries are restored as well', () => {
  const rule = byLanguage(String.raw`.lg\:start-\[-2px\]`, ['left', 'right'], '-2px', ':before')
  expect(restoreLogicalProperties(`@media (min-width:1px){${rule}}`)).toBe(
    String.raw`@media (min-width:1px){.lg\:start-\[-2px\]:before{inset-inline-start:-2px}}`,
  )
})

test('rules of which a part is missing, or with an unknown property, stay', () => {
  const complete = byLanguage('.a', ['left', 'right'], '1px')
  const broken = complete.slice(complete.indexOf('}') + 1)
  expect(restoreLogicalProperties(broken)).toBe(broken)
  const unknown = byLanguage('.a', ['scroll-left', 'scroll-right'], '1px')
  expect(restoreLogicalProperties(unknown)).toBe(unknown)
})
