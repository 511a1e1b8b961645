import { describe, expect, test } from 'bun:test'
import { english, type TemplateName } from './en.ts'
import type { MessageTemplate } from './message-template.ts'
import { chooseLanguage, fillPlaceholders, render } from './render.ts'

const TAGS = ['en', 'fr', 'pt', 'sw', 'ar']
const TEMPLATES = Object.keys(english.templates) as TemplateName[]
const placesIn = ({ title, body }: MessageTemplate) =>
  new Set([...`${title} ${body}`.matchAll(/\{(\w+)/g)].map(([, name]) => name!))

describe('languages of the templates', () => {
  test('a language is chosen by the lookup of RFC 4647', () => {
    for (const [asked, got] of [
      ['en', 'en'],
      ['pt', 'pt'],
      ['pt-BR', 'pt'],
      ['PT-br', 'pt'],
      ['fr-Latn-CA', 'fr'],
      ['sw-KE-x-private', 'sw'],
      ['fr-u-nu-arab', 'fr'],
      ['ar-TN', 'ar'],
      ['de', 'en'],
      ['de-AT', 'en'],
      ['x-fr', 'en'],
      ['frx', 'en'],
      ['', 'en'],
    ] as const)
      expect([asked, chooseLanguage(asked).tag]).toEqual([asked, got])
  })

  test('every language has all English templates with the same values, translated', () => {
    for (const tag of TAGS.slice(1)) {
      const { templates: words } = chooseLanguage(tag)
      expect(Object.keys(words).sort()).toEqual([...TEMPLATES].sort())
      for (const name of TEMPLATES) {
        expect([tag, name, placesIn(words[name])]).toEqual([tag, name, placesIn(english.templates[name])])
        if (name !== 'SYSTEM') expect(words[name].body).not.toBe(english.templates[name].body)
      }
    }
  })
})

describe('rendered texts', () => {
  const milestone = (tag: string, days: number, gems: number) =>
    render({ template: 'STREAK_MILESTONE', values: { days, gems } }, chooseLanguage(tag), 'UTC')

  test('a streak text has days and gems with the plural forms and number format of its language', () => {
    expect(milestone('en', 7, 15)).toEqual({
      title: '7-day streak!',
      body: 'You have learned 7 days in a row and earned 15 gems.',
    })
    expect(milestone('en', 365, 1_000).body).toContain('365 days in a row and earned 1,000 gems')
    expect(milestone('en', 3, 1).body).toContain('earned 1 gem.')
    expect(milestone('fr', 365, 1_000).body).toMatch(/365 jours .* 1.000 gemmes/u)
    expect(milestone('fr', 3, 1).body).toContain('1 gemme.')
    expect(milestone('pt', 7, 15).body).toBe('Aprendeu 7 dias seguidos e ganhou 15 gemas.')
    expect(milestone('sw', 7, 15).body).toBe('Umejifunza siku 7 mfululizo na umepata vito 15.')
    expect(milestone('ar', 7, 15).body).toBe('تعلّمت 7 أيام على التوالي وكسبت 15 جوهرة.')
    expect(milestone('ar-EG', 100, 3).body).toMatch(/ يوم على التوالي وكسبت .+ جواهر\.$/)
  })

  test('times and money are formatted for the language and the time zone', () => {
    const place = { tag: 'en', timeZone: 'Africa/Nairobi' }
    const time = new Date('2026-11-02T15:30:00Z')
    expect(fillPlaceholders('{time}', { time }, place)).toMatch(/^6:30\sPM$/)
    expect(fillPlaceholders('{date}', { date: time }, { ...place, tag: 'fr' })).toBe('2 novembre 2026')
    expect(fillPlaceholders('{amount}', { amount: { amount: '1500.5', currency: 'KES' } }, place)).toMatch(
      /^KES\s1,500\.50$/,
    )
    expect(
      fillPlaceholders('{amount}', { amount: { amount: '12.345678', currency: 'CHAIN_USDT' } }, place),
    ).toBe('12.345678 CHAIN_USDT')
  })

  test('a value is inserted unchanged, also if it looks like a placeholder', () => {
    const notice = { template: 'SYSTEM', values: { title: '{body} $& {x:a|b}', body: 'b' } } as const
    expect(render(notice, english, 'UTC')).toEqual({ title: '{body} $& {x:a|b}', body: 'b' })
  })

  test('a text is cut to the column length, never within a character', () => {
    const long = { template: 'SYSTEM', values: { title: '😀'.repeat(300), body: 'x'.repeat(2_000) } } as const
    const { title, body } = render(long, english, 'UTC')
    expect([...title]).toHaveLength(200)
    expect(title.endsWith('😀…')).toBe(true)
    expect(body).toHaveLength(1_000)
  })

  test('a missing value throws an error', () => {
    expect(() => render({ template: 'BADGE_EARNED', values: {} }, english, 'UTC')).toThrow(
      'needs a value for badge',
    )
  })
})
