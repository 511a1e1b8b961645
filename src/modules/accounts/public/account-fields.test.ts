import { describe, expect, test } from 'bun:test'
import type { z } from 'zod'
import { isCountry } from '../countries.ts'
import {
  CountrySchema,
  DeviceIdSchema,
  EmailSchema,
  LanguageSchema,
  PasswordInputSchema,
  PasswordSchema,
  ReferralCodeSchema,
  TimeZoneSchema,
  UsernameSchema,
} from './account-fields.ts'

interface Rule {
  schema: z.ZodType
  valid: string[]
  invalid: string[]
}

const EMOJI = '😀😁😂🤣😃😄😅😆😉😊'

const RULES: Record<string, Rule> = {
  'an e-mail address': {
    schema: EmailSchema,
    valid: ['ada@example.com', 'Ada.Lovelace+notes@Example.CO.UK', ' ada@example.com ', "o'hara@example.com"],
    invalid: [
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'ada@@example.com',
      'ada lovelace@example.com',
      'ada@example.com, eve@example.com',
      'ada@example.com\nBcc: eve@example.com',
      'Ada <ada@example.com>',
      'adä@example.com',
      'ada@exämple.com',
      `${'a'.repeat(250)}@example.com`,
    ],
  },
  'a username': {
    schema: UsernameSchema,
    valid: ['ada', 'Ada_L.1815', '._a', 'a'.repeat(30)],
    invalid: [
      '',
      'ad',
      '...',
      '___',
      'a'.repeat(31),
      'ada l',
      'ada-l',
      'adä',
      'ada\n',
      ' ada',
      '<ada>',
      'ａｄａ',
      '😀😀😀',
    ],
  },
  'a password': {
    schema: PasswordSchema,
    valid: ['a23456789z', 'x'.repeat(128), EMOJI, EMOJI.repeat(12), '          ', 'пароль-длинный'],
    invalid: [
      '',
      'a2345678z',
      'x'.repeat(129),
      EMOJI.slice(0, 18),
      `${EMOJI.repeat(12)}${EMOJI.slice(0, 18)}`,
    ],
  },
  'a password to compare': {
    schema: PasswordInputSchema,
    valid: ['x', 'x'.repeat(128), EMOJI.repeat(12)],
    invalid: ['', 'x'.repeat(257)],
  },
  'a country': {
    schema: CountrySchema,
    valid: ['KE', 'ke', 'Ke', 'DE'],
    invalid: ['', 'K', 'KEN', 'XX', 'EU', 'UK', '  ', '12', 'ß', 'K\0'],
  },
  'a language': {
    schema: LanguageSchema,
    valid: ['en', 'pt-BR', 'zh-Hant-TW', 'sw'],
    invalid: [
      '',
      'e',
      'english',
      'xx',
      'xx-KE',
      'und',
      'english language',
      'en_US',
      '--',
      'en-',
      'ä',
      `en-${'x-abcdefgh-'.repeat(5)}`,
    ],
  },
  'a time zone': {
    schema: TimeZoneSchema,
    valid: ['UTC', 'Africa/Nairobi', 'America/Argentina/Buenos_Aires'],
    invalid: ['', '+03:00', '-05:00', 'Mars/Olympus', 'Africa', '../etc/passwd', `Africa/${'x'.repeat(80)}`],
  },
  'a referral code': {
    schema: ReferralCodeSchema,
    valid: ['K7QW2MPX', 'ada-2', ' K7QW2MPX '],
    invalid: ['', 'K7QW 2MPX', "';--", 'x'.repeat(33)],
  },
  'a device id': {
    schema: DeviceIdSchema,
    valid: ['7f9c2ba4e88f827d', '019A8B5E-7C1D-7000-8000-5F1F7D1B2C3D', 'android:8d.f_2', 'x'.repeat(200)],
    invalid: ['', 'short', 'a b c d e f', "'; drop table x; --", 'x'.repeat(201)],
  },
}

for (const [field, { schema, valid, invalid }] of Object.entries(RULES)) {
  describe(field, () => {
    test('accepts valid values', () => {
      for (const value of valid) expect(schema.safeParse(value).success, value).toBe(true)
    })
    test('rejects invalid values', () => {
      for (const value of invalid) expect(schema.safeParse(value).success, value).toBe(false)
    })
    test('rejects values that are not text', () => {
      for (const value of [5, true, {}, [], null, undefined])
        expect(schema.safeParse(value).success, Bun.inspect(value)).toBe(false)
    })
  })
}

test('a country is stored in upper case and an e-mail address without surrounding spaces', () => {
  expect(CountrySchema.parse('ke')).toBe('KE')
  expect(EmailSchema.parse(' ada@example.com ')).toBe('ada@example.com')
})

test('a language and a time zone are stored in their canonical spelling', () => {
  expect(['PT-br', 'zh-hant-tw', 'EN', 'iw'].map((tag) => LanguageSchema.parse(tag))).toEqual([
    'pt-BR',
    'zh-Hant-TW',
    'en',
    'he',
  ])
  expect(['africa/nairobi', 'utc', 'ASIA/KOLKATA'].map((zone) => TimeZoneSchema.parse(zone))).toEqual([
    'Africa/Nairobi',
    'UTC',
    'Asia/Kolkata',
  ])
})

test('the list has the 249 countries of ISO 3166-1', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  expect(pairs.filter(isCountry)).toHaveLength(249)
})
