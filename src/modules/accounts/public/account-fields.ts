import { z } from '../../../platform/zod.ts'
import { isCountry } from '../countries.ts'

/** Validation of account fields. Endpoints and the API document share these schemas. */

export const EmailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('must be an e-mail address'))
  .openapi({ example: 'ada@example.com' })

export const UsernameSchema = z
  .string()
  .min(3)
  .max(30)
  .regex(/^[_.]*[A-Za-z0-9][A-Za-z0-9_.]*$/, 'letters, digits, _ and . only, at least one letter or digit')
  .openapi({ example: 'ada_l' })

const RESERVED = new Set('admin administrator help lyceum moderator root staff support system'.split(' '))

/** Reserved names could be mistaken for staff. */
export function isReservedUsername(username: string): boolean {
  return RESERVED.has(username.toLowerCase())
}

export const CountrySchema = z
  .string()
  .length(2)
  .transform((code) => code.toUpperCase())
  .pipe(z.string().refine(isCountry, 'must be an ISO 3166-1 alpha-2 code such as KE'))
  .openapi({ type: 'string', example: 'KE', description: 'ISO 3166-1 alpha-2' })

export const LanguageSchema = z
  .string()
  .max(35)
  .refine(isLanguage, 'must be a BCP 47 language tag such as en or pt-BR')
  .transform((tag) => Intl.getCanonicalLocales(tag)[0]!)
  .openapi({ type: 'string', example: 'en', description: 'BCP 47' })

export const TimeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Africa/Nairobi')
  .transform(canonicalTimeZone)
  .openapi({ type: 'string', example: 'Africa/Nairobi', description: 'IANA' })

const DailyTargetNumber = z.number().int().min(10).max(1_000)

/** XP for each day. A form sends the number as text. */
export const DailyTargetSchema = z
  .union([
    DailyTargetNumber,
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(DailyTargetNumber),
  ])
  .openapi({
    type: 'integer',
    minimum: 10,
    maximum: 1_000,
    example: 50,
    description: 'XP that you want to earn each day',
  })

export const BioSchema = z.string().max(500).openapi({ example: 'Learning one slide a day.' })

const PASSWORD_LENGTH = { minLength: 10, maxLength: 128 }

/** Counts code points, not UTF-16 units. */
export const PasswordSchema = z
  .string()
  .max(2 * PASSWORD_LENGTH.maxLength)
  .refine((password) => {
    const length = [...password].length
    return length >= PASSWORD_LENGTH.minLength && length <= PASSWORD_LENGTH.maxLength
  }, 'must have 10 to 128 characters')
  .openapi({ ...PASSWORD_LENGTH, example: 'correct-horse-battery' })

/** A password to compare with the stored hash. The rules for new passwords do not apply. */
export const PasswordInputSchema = z
  .string()
  .min(1)
  .max(2 * PASSWORD_LENGTH.maxLength)
  .openapi({ example: 'correct-horse-battery' })

export const OneTimeCodeSchema = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .openapi({ example: '482913' })

export const SecondFactorCodeSchema = z
  .string()
  .min(6)
  .max(20)
  .openapi({ example: '123456', description: 'Six digits from the authenticator app, or a recovery code.' })

export const ReferralCodeSchema = z
  .string()
  .trim()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'letters, digits and - only')
  .openapi({ example: 'K7QW2MPX' })

/** Identifies the device, so that referrals can detect several accounts on it. */
export const DeviceIdSchema = z
  .string()
  .min(8)
  .max(200)
  .regex(/^[A-Za-z0-9._:-]+$/, 'letters, digits, . _ : and - only')
  .openapi({
    example: '7f9c2ba4e88f827d',
    description: 'An id that the app generates once and stores on the device.',
  })

/** Optional fields of every endpoint that registers users. */
export const RegistrationDetailsSchema = z.object({
  country: CountrySchema.optional(),
  language: LanguageSchema.optional(),
  timeZone: TimeZoneSchema.optional(),
  referralCode: ReferralCodeSchema.optional(),
  deviceId: DeviceIdSchema.optional(),
})
export type RegistrationDetails = z.output<typeof RegistrationDetailsSchema>

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Rejects tags that are well-formed but name no language, such as `english`. */
function isLanguage(tag: string): boolean {
  try {
    return languages.of(new Intl.Locale(tag).language) !== undefined
  } catch {
    return false
  }
}

function isTimeZone(zone: string): boolean {
  try {
    // The formatter also accepts a bare offset such as +03:00, which is not an IANA time zone.
    return /^[A-Za-z]/.test(zone) && canonicalTimeZone(zone).length > 0
  } catch {
    return false
  }
}

/** `africa/nairobi` becomes `Africa/Nairobi`. */
function canonicalTimeZone(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}
