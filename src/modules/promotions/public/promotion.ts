import { definedFields } from '../../../platform/defined-fields.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Id } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import { CountrySchema, LanguageSchema } from '../../accounts/public/account-fields.ts'
import { CTA_ACTIONS } from '../call-to-action.ts'

export type PromotionId = Id<'Promotion'>

export const PROMOTION_KINDS = ['POPUP', 'BANNER'] as const
export type PromotionKind = (typeof PROMOTION_KINDS)[number]

const text = (longest: number) => z.string().trim().min(1).max(longest)
const hours = z.int().min(1).max(8_760)
const level = z.int().min(1).max(1_000)

/** A path of this service or a URL. */
const ImageUrlSchema = z
  .string()
  .max(2_000)
  .refine(
    (value) => /^\/(?!\/)/.test(value) || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    'must be an http or https URL, or a path of this service',
  )
  .openapi({ example: 'https://cdn.example.com/promotions/spring.png' })

const OptionalFields = z.object({
  subtitle: text(200).nullish(),
  bodyText: text(2_000).nullish(),
  imageUrl: ImageUrlSchema.nullish(),
  ctaText: text(60).nullish(),
  ctaAction: z.enum(CTA_ACTIONS).optional(),
  ctaPayload: z.record(z.string(), z.unknown()).optional(),
  priority: z.int().min(-1_000_000).max(1_000_000).optional(),
  dismissible: z.boolean().optional(),
  countries: z
    .array(CountrySchema)
    .max(250)
    .optional()
    .openapi({ description: 'ISO 3166-1 alpha-2; empty: all countries' }),
  languages: z
    .array(LanguageSchema)
    .max(100)
    .optional()
    .openapi({ description: 'BCP 47; empty: all languages' }),
  startsAt: TimestampSchema.nullish(),
  endsAt: TimestampSchema.nullish(),
  isEnabled: z.boolean().optional(),
  /** Conditions beside country and language. A missing condition excludes no user. */
  targeting: z
    .object({
      /** Only users who registered at most this many days ago. */
      newUserDays: z.int().min(1).max(3_650).optional(),
      /** True: only users with premium. False: only users without. */
      subscribers: z.boolean().optional(),
      minLevel: level.optional(),
      maxLevel: level.optional(),
    })
    .optional(),
  /** How often one user sees the promotion: within `hours` from the first time, or in total. */
  frequencyCap: z.object({ times: z.int().min(1).max(1_000), hours: hours.optional() }).nullish(),
  /** When a dismissed popup is shown again; null: never. */
  reshowAfterHours: hours.nullish(),
})

const Subject = z.object({ kind: z.enum(PROMOTION_KINDS), title: text(120) })

export const PromotionInputSchema = z
  .object({ ...Subject.shape, ...OptionalFields.shape })
  .openapi('PromotionInput')
export type PromotionInput = z.output<typeof PromotionInputSchema>

/** A promotion with all fields of its input. */
export type PromotionContent = {
  [Field in keyof PromotionInput]-?: Field extends 'startsAt' | 'endsAt'
    ? Date | null
    : Exclude<PromotionInput[Field], undefined>
}
export type FrequencyCap = NonNullable<PromotionContent['frequencyCap']>

export interface Promotion extends PromotionContent {
  id: PromotionId
  key: string | null
  createdAt: Date
  updatedAt: Date
}

/** Missing fields stay unchanged. */
export const PromotionPatchSchema = z
  .object({ ...Subject.partial().shape, ...OptionalFields.shape })
  .openapi('PromotionPatch')
export type PromotionPatch = z.output<typeof PromotionPatchSchema>

const DEFAULTS = {
  subtitle: null,
  bodyText: null,
  imageUrl: null,
  ctaText: null,
  ctaAction: 'NONE',
  ctaPayload: {},
  priority: 0,
  dismissible: true,
  countries: [],
  languages: [],
  startsAt: null,
  endsAt: null,
  isEnabled: true,
  targeting: {},
  frequencyCap: null,
  reshowAfterHours: null,
} satisfies Omit<PromotionContent, 'kind' | 'title'>

export function contentOf(input: PromotionInput): PromotionContent {
  return withPatch({ ...DEFAULTS, kind: input.kind, title: input.title }, input)
}

export function withPatch(content: PromotionContent, patch: PromotionPatch): PromotionContent {
  const { startsAt, endsAt, countries, languages, ...rest } = patch
  // A new action does not inherit the payload of the old one.
  const isOtherAction = patch.ctaAction !== undefined && patch.ctaAction !== content.ctaAction
  return {
    ...content,
    ...(isOtherAction ? { ctaPayload: {} } : {}),
    ...definedFields(rest),
    ...(startsAt === undefined ? {} : { startsAt: dateOf(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: dateOf(endsAt) }),
    ...(countries ? { countries: [...new Set(countries)] } : {}),
    ...(languages ? { languages: [...new Set(languages)] } : {}),
  }
}

function dateOf(value: string | null): Date | null {
  return value === null ? null : new Date(value)
}
