import { describe, expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { bodyOf, type DraftForm, emptyForm, formOf } from './draft-form.ts'

const TEXT = { title: 'Hello', body: 'There.' }
const filled = (changes: Partial<DraftForm> = {}): DraftForm => ({
  ...emptyForm('en'),
  name: 'News',
  texts: { en: TEXT },
  ...changes,
})

describe('the form of a broadcast', () => {
  test('without conditions is for everybody', () => {
    expect(bodyOf(filled())).toMatchObject({ segment: {}, messagesPerSecond: 20, texts: { en: TEXT } })
  })

  test('with all conditions is what the service stores, and the other way round', () => {
    const segments: Api.BroadcastSegment[] = [
      {
        languages: ['en', 'sw'],
        countries: ['KE', 'TZ'],
        roles: ['USER'],
        isPremium: false,
        activeWithinDays: 7,
        course: { id: '019a8b5e-7c1d-7000-8000-0000000000f1', state: 'COMPLETED' },
      },
      { inactiveForDays: 90, isPremium: true },
    ]
    for (const segment of segments) {
      const stored = { ...bodyOf(filled())!, segment } as Api.Broadcast
      expect(bodyOf(formOf(stored))).toEqual(stored)
    }
    expect(bodyOf(filled({ countries: ' ke;tz  ug,' }))!.segment).toEqual({ countries: ['KE', 'TZ', 'UG'] })
  })

  test('is incomplete without a name, a channel, or a whole text in the fallback language', () => {
    const incomplete: Partial<DraftForm>[] = [
      { name: ' ' },
      { texts: {} },
      { texts: { en: { title: 'Hello', body: ' ' } } },
      { texts: { en: TEXT, fr: { title: 'Bonjour', body: '' } } },
      { fallbackLanguage: 'fr' },
      { channels: { inApp: false, push: false, email: false } },
      { activity: 'active', days: '0' },
      { messagesPerSecond: '201' },
      { messagesPerSecond: '1.5' },
    ]
    for (const changes of incomplete) expect(bodyOf(filled(changes))).toBeUndefined()
  })

  test('leaves out languages whose text is empty', () => {
    const texts = { en: TEXT, fr: { title: '', body: ' ' } }
    expect(bodyOf(filled({ texts }))!.texts).toEqual({ en: TEXT })
  })
})
