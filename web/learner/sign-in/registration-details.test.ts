import { describe, expect, test } from 'bun:test'
import { registrationDetails } from './registration-details.ts'

describe('the details of a new account', () => {
  test('the code of a friend is sent without the signs that a message has added to its link', () => {
    expect(registrationDetails('en', 'K7QW2MPX')).toMatchObject({ referralCode: 'K7QW2MPX' })
    expect(registrationDetails('en', ' K7QW2MPX).')).toMatchObject({ referralCode: 'K7QW2MPX' })
  })

  test('a code that no friend can have is left out, because the form has no field for it', () => {
    for (const ref of [undefined, '', '<b>x</b>', 'my friend', 'x'.repeat(33)])
      expect([ref, registrationDetails('sw', ref)]).toEqual([
        ref,
        expect.not.objectContaining({ referralCode: expect.anything() }),
      ])
  })

  test('a time zone that the browser does not know is left out', () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    try {
      Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'Etc/Unknown' }) as never
      expect(registrationDetails('en', undefined)).toEqual({ language: 'en' })
      Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'Africa/Nairobi' }) as never
      expect(registrationDetails('en', undefined)).toEqual({ language: 'en', timeZone: 'Africa/Nairobi' })
    } finally {
      Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
    }
  })
})
