import { z } from '../zod.ts'

/** An id on a path. A malformed id is 404, like an unknown one. */
export const IdParam = z.uuid().openapi({ example: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' })

export const TimestampSchema = z.iso
  .datetime()
  .openapi({ example: '2026-11-02T08:00:00.000Z', description: 'ISO 8601, UTC' })

/**
 * A named schema or null. `nullable` would make the named schema itself nullable everywhere in the document.
 */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()])
}

/** An integer query parameter: digits only, because `1e2`, ` 7` and `0x10` are likely mistakes. */
export function integerQuery(min: number, max: number, defaultValue: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(defaultValue)
    .openapi({ type: 'integer', minimum: min, maximum: max, default: defaultValue, example: defaultValue })
}

/** The query of a paged list. */
export function pagingQuery(defaultLimit: number) {
  return z.object({
    page: integerQuery(1, 1_000_000, 1),
    limit: integerQuery(1, 100, defaultLimit),
  })
}

/** The paging fields beside the data of a list. */
export const PagingMeta = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
})

export const BooleanQuery = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .openapi({ type: 'string', enum: ['true', 'false'], example: 'true' })

/** Control characters except line breaks, and those that turn the direction of the text around them. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Plain text: it is shown in messages and mails too. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => !/<[A-Za-z/!?]/.test(text), 'must be plain text without HTML')
    .refine((text) => !UNPRINTABLE.test(text), 'must not contain control characters')
