import { expect, test } from 'bun:test'
import { htmlText } from './html-text.ts'

test('the marks of compiled text are left out, and its entities are decoded', () => {
  expect(htmlText('<strong>bold</strong> &amp; <code>a &lt; b</code>')).toBe('bold & a < b')
  expect(htmlText('it&#x27;s &quot;<em>so</em>&quot; &#38; so')).toBe('it\'s "so" & so')
  expect(htmlText('<p>One</p><p>two<br>three</p>')).toBe('One two three')
  expect(htmlText('plain text, 3 > 2')).toBe('plain text, 3 > 2')
})

test('a picture is its description', () => {
  expect(htmlText('A <img src="https://example.com/a.png" alt="cat &amp; dog">')).toBe('A cat & dog')
})

test('a formula is written in one line that keeps fractions, powers and roots apart', () => {
  const math = (content: string) => htmlText(`<math>${content}</math>`)
  expect(math('<mi>x</mi>')).toBe('x')
  expect(math('<msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup>')).toBe('x^2')
  expect(math('<mfrac><mn>1</mn><mn>12</mn></mfrac>')).toBe('1/12')
  expect(math('<msqrt><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msqrt>')).toBe('√(x+1)')
  expect(math('<msubsup><mi>a</mi><mn>1</mn><mn>2</mn></msubsup><mo>≤</mo><mi>b</mi>')).toBe('a_1^2 ≤b')
  expect(math('<mroot><mi>x</mi><mn>3</mn></mroot>')).toBe('3√x')
  expect(
    math('<semantics><mi>y</mi><annotation encoding="application/x-tex">y</annotation></semantics>'),
  ).toBe('y')
})
