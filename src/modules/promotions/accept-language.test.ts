import { describe, expect, test } from 'bun:test'
import { matchesLanguage, parseAcceptLanguage } from './accept-language.ts'

describe('Accept-Language', () => {
  const headers: [string | undefined, string[]][] = [
    [undefined, []],
    ['', []],
    ['*', []],
    ['pt-br', ['pt-BR']],
    ['en;q=0.3, fr', ['fr', 'en']],
    ['en-US,en;q=0.9,sw;q=0.8', ['en-US', 'en', 'sw']],
    ['en;q=0, sw', ['sw']],
    ['en;q=0.000', []],
    ['a b c, sw', ['sw']],
    ['*;q=9999, \x7f', []],
    ['en;q=abc, sw;q=0.1', ['sw']],
    ['en;q=1.5, sw;q=0.1', ['sw']],
    ['fr ; q = 0.5 , de', ['de', 'fr']],
    ['en-*, de', ['de']],
    ['x'.repeat(501), []],
  ]
  for (const [header, tags] of headers) {
    test(`the Accept-Language header “${header?.slice(0, 30)}” is parsed as ${tags.join(', ') || 'no language'}`, () => {
      expect(parseAcceptLanguage(header)).toEqual(tags)
    })
  }

  test('languages of equal weight stay in their order', () => {
    expect(parseAcceptLanguage('sw,de,fr')).toEqual(['sw', 'de', 'fr'])
  })

  test('at most 20 languages of an Accept-Language header are read', () => {
    expect(parseAcceptLanguage(Array(100).fill('en').join(',')).length).toBe(20)
  })
})

describe('language of a promotion', () => {
  test('a promotion in a general language matches a regional one, but not the other way round', () => {
    expect(matchesLanguage(['pt'], 'pt-BR')).toBe(true)
    expect(matchesLanguage(['pt-BR'], 'pt-BR')).toBe(true)
    expect(matchesLanguage(['pt-BR'], 'pt')).toBe(false)
    expect(matchesLanguage(['pt-PT'], 'pt-BR')).toBe(false)
    expect(matchesLanguage(['p'], 'pt')).toBe(false)
    expect(matchesLanguage(['de', 'sw'], 'sw-KE')).toBe(true)
  })
})
