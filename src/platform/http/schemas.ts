import { z } from '@hono/zod-openapi'

/** Shapes that many endpoints share. */

/** An id on a path. One that cannot be an id is answered 404, as an unknown one is. */
export const IdParam = z.uuid().openapi({ example: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' })

export const TimestampSchema = z.iso
  .datetime()
  .openapi({ example: '2026-11-02T08:00:00.000Z', description: 'ISO 8601, UTC' })

/**
 * A named shape, or nothing. `nullable` would make the name itself mean "or nothing", wherever else the document says it.
 */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()])
}

/** A number of a query: digits and nothing else, because `1e2`, ` 7` and `0x10` are slips rather than numbers. */
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

/** The query of a list that pages. */
export function pagingQuery(defaultLimit: number) {
  return z.object({
    page: integerQuery(1, 1_000_000, 1),
    limit: integerQuery(1, 100, defaultLimit),
  })
}

/** What a list that pages carries beside its data. */
export const PagingMeta = z.object({
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
})
