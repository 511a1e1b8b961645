import { describe, expect, test } from 'bun:test'
import { Translator } from './translator.ts'

describe('a text', () => {
  test('in French does not end a line before a question mark, a colon or inside quotation marks', () => {
    const { t } = new Translator('fr', { asked: 'Quitter « {name} » ? Non : rester !' })
    expect(t('asked', { name: 'le duel : fin' })).toBe(
      'Quitter «\u00a0le duel : fin\u00a0»\u00a0? Non\u00a0: rester\u00a0!',
    )
  })

  test('in another language stays as it is written', () => {
    const { t } = new Translator('en', { asked: 'Leave ? No : stay !' })
    expect(t('asked')).toBe('Leave ? No : stay !')
  })

  test('has the form of its count, with numbers of the language', () => {
    const { t } = new Translator('fr', { days: { one: '{count} jour', other: '{count} jours' } })
    expect([t('days', { count: 1 }), t('days', { count: 12_000 })]).toEqual(['1 jour', '12\u202f000 jours'])
  })
})
