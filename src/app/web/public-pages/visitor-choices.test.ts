import { describe, expect, test } from 'bun:test'
import { visitorLanguages, visitorTheme } from './visitor-choices.ts'

const languages = (headers: Record<string, string>) =>
  visitorLanguages(new Request('http://localhost/', { headers }))
const theme = (cookie: string) => visitorTheme(new Request('http://localhost/', { headers: { cookie } }))

describe('the languages of a visitor', () => {
  test('languages are ordered by weight, and refused ones are left out', () => {
    expect(languages({ 'accept-language': 'en;q=0.5, fr-CA, ar;q=0, sw;q=0.9' })).toEqual([
      'fr-CA',
      'sw',
      'en',
    ])
  })

  test('the language that was chosen on the device comes first', () => {
    expect(languages({ 'accept-language': 'fr', cookie: 'a=b; lyceum_locale=ar' })).toEqual(['ar', 'fr'])
  })

  test('a request without a preference has no languages', () => {
    expect(languages({})).toEqual([])
    expect(languages({ 'accept-language': ',;;q=x' })).toEqual([])
  })
})

test('the appearance is one that the application knows, or that of the system', () => {
  expect(theme('lyceum_theme=dark')).toBe('dark')
  expect(theme('lyceum_theme="><script>')).toBeUndefined()
  expect(theme('')).toBeUndefined()
})
