import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { DEFAULT_ACCENT, findAccentError } from './accent.ts'

/** The languages of the web applications. */
export const SITE_LANGUAGES = ['en', 'fr', 'pt', 'sw', 'ar'] as const

const MAX_NAME_LENGTH = 40

/** Control characters, line breaks of any kind, and marks that change the direction of the text around the name. */
const NOT_IN_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export const SiteNameSchema = z
  .string()
  .trim()
  .min(1)
  .refine((name) => [...name].length <= MAX_NAME_LENGTH, `must have at most ${MAX_NAME_LENGTH} characters`)
  .refine((name) => !NOT_IN_A_NAME.test(name), 'must not contain control characters')
  .openapi({ minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'Lyceum' })

export const AccentSchema = z
  .string()
  .max(20)
  .superRefine((accent, context) => {
    const message = findAccentError(accent)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .transform((accent) => accent.toLowerCase())
  .openapi({
    type: 'string',
    example: 'teal',
    description:
      'violet, blue, teal, green, rose, orange, or a colour as #rrggbb that is dark enough for white text (contrast 4.5 to 1)',
  })

export const SiteSettingsInputSchema = z.object({
  name: SiteNameSchema,
  language: z.enum(SITE_LANGUAGES),
  accent: AccentSchema,
})
export type SiteSettingsInput = z.output<typeof SiteSettingsInputSchema>

export const SiteSettingsSchema = z
  .object({
    name: z.string(),
    language: z.enum(SITE_LANGUAGES).openapi({
      description: 'For visitors whose browser asks for none of the languages',
    }),
    accent: z.string().openapi({ description: 'The name of an accent, or a colour as #rrggbb' }),
    logoUrl: z.string().nullable().openapi({
      description: 'A WebP of 192 × 192 pixels without transparent parts. Null: the owl of Lyceum',
    }),
    updatedAt: TimestampSchema.nullable().openapi({ description: 'Null before the first change' }),
  })
  .openapi('SiteSettings')

export interface SiteSettings extends SiteSettingsInput {
  /** Null: the site shows the owl. */
  logoId: string | null
  updatedAt: Date | null
}

export const DEFAULT_SETTINGS: SiteSettings = {
  name: 'Lyceum',
  language: 'en',
  accent: DEFAULT_ACCENT,
  logoId: null,
  updatedAt: null,
}

export const SITE_SETTINGS_EXAMPLE = {
  name: 'Nairobi Evening School',
  language: 'sw',
  accent: 'teal',
  logoUrl: 'http://localhost:3000/files/site/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.webp',
  updatedAt: '2026-11-02T08:00:00.000Z',
} as const
