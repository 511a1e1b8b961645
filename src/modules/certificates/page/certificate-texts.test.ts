import { describe, expect, test } from 'bun:test'
import { certificateTexts } from './certificate-texts.ts'

const LANGUAGES = ['en', 'fr', 'pt', 'sw', 'ar']

describe('the texts of the certificate page', () => {
  test.each([
    [['ja', 'fr-CA', 'ar'], 'fr'],
    [['pt-BR'], 'pt'],
    [['AR-eg'], 'ar'],
    [['ja'], 'en'],
    [[], 'en'],
  ])('for a visitor who reads %p they are in %s', (languages, expected) => {
    expect(certificateTexts(languages).language).toBe(expected)
  })

  test('each language has its own words for a state, and names the issuer, the date and the number', () => {
    const all = LANGUAGES.map((language) => certificateTexts([language]))
    expect(new Set(all.map(({ state }) => state.revoked)).size).toBe(LANGUAGES.length)
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
})
