import { describe, expect, test } from 'bun:test'
import { SITE_LANGUAGES } from '../../site-settings/public/site-settings.ts'
import { certificateTexts } from './certificate-texts.ts'

describe('the texts of the certificate page', () => {
  test.each([
    [['ja', 'fr-CA', 'ar'], 'fr'],
    [['pt-BR'], 'pt'],
    [['AR-eg'], 'ar'],
    [['ja'], 'en'],
    [[], 'en'],
  ])('for a visitor who reads %p they are in %s', (languages, expected) => {
    expect<string>(certificateTexts(languages).language).toBe(expected)
  })

  test('each language has its own words for a state, and names the issuer, the date and the number', () => {
    const all = SITE_LANGUAGES.map((language) => certificateTexts([language]))
    expect(new Set(all.map(({ state }) => state.revoked)).size).toBe(SITE_LANGUAGES.length)
    for (const { description, pictureAlt, state, unknown } of all) {
      const said = [
        description({ state: 'S', number: 'N-1', siteName: 'Site', date: 'D' }),
        pictureAlt({ number: 'N-1', name: 'Ada', course: 'C-1' }),
        state.revokedDetails('D', 'R'),
        state.validDetails('7', 'net'),
        state.mismatchDetails('Site'),
        state.unavailableDetails('Site'),
        unknown.adviceText('Site'),
      ]
      const expected = [
        ['N-1', 'Site', 'D'],
        ['N-1', 'Ada', 'C-1'],
        ['D', 'R'],
        ['7', 'net'],
        ['Site'],
        ['Site'],
        ['Site'],
      ]
      for (const [index, values] of expected.entries())
        for (const value of values) expect(said[index]).toContain(value)
    }
  })

  test.each([
    ['en', '3.5 hours', '1 hour'],
    ['fr', '3,5 h', '1 h'],
    ['pt', '3,5 h', '1 h'],
    ['sw', 'saa 3.5', 'saa 1'],
    ['ar', '3.5 س', '1 س'],
  ])('the study time in %s has the decimal separator of the language', (language, many, one) => {
    const { hours } = certificateTexts([language]).details
    expect([hours(200), hours(60)]).toEqual([many, one])
  })

  test('the Arabic texts isolate what may be written from left to right', () => {
    const { description, pictureAlt, state, details, unknown } = certificateTexts(['ar'])
    expect(description({ state: 'S', number: 'N-1', siteName: 'Site!', date: 'D' })).toMatch(
      /\u2068N-1\u2069.*\u2068Site!\u2069/,
    )
    expect(pictureAlt({ number: 'N-1', name: 'Ada', course: 'C#' })).toMatch(
      /\u2068N-1\u2069.*\u2068Ada\u2069.*\u2068C#\u2069/,
    )
    expect(state.validDetails('7', 'net')).toContain('\u2068net\u2069')
    expect(details.chain('net', 7)).toContain('\u2068net\u2069')
    for (const text of [state.mismatchDetails, state.unavailableDetails, unknown.courses, unknown.adviceText])
      expect(text('Site!')).toContain('\u2068Site!\u2069')
  })
})
