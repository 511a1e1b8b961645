import { expect, test } from 'bun:test'
import { chooseTexts, explainReason } from './choose-texts.ts'

const REASON = { kind: 'matched' as const, about: ['web developer'], teaches: ['html', 'css', 'dom'] }

test.each([
  ['en', 'Your goal fits this path, which is about “web developer” and teaches “html”, “css” and “dom”.'],
  ['fr-CA', 'il porte sur « web developer » et enseigne « html », « css » et « dom ».'],
  ['pt-BR', 'trata de “web developer” e ensina “html”, “css” e “dom”.'],
  ['sw', 'inahusu “web developer” na inafundisha “html”, “css” na “dom”.'],
  ['ar-EG', 'فهو عن «web developer» ويعلّم «html» و«css» و«dom».'],
  ['ja', 'Your goal fits this path'],
])('a reason in the language %s', (language, expected) => {
  expect(explainReason(chooseTexts(language), REASON)).toContain(expected)
})

test('every language writes every sentence in its own words', () => {
  const written = ['en', 'fr', 'pt', 'sw', 'ar'].map((language) => {
    const texts = chooseTexts(language)
    return Object.entries(texts).flatMap(([name, text]) =>
      name === 'locale' || name === 'quote' ? [] : [typeof text === 'string' ? text : text('A', 'B')],
    )
  })
  expect(new Set(written.map(({ length }) => length)).size).toBe(1)
  expect(new Set(written.flat()).size).toBe(written.flat().length)
})
