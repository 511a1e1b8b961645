import { z } from '@hono/zod-openapi'

/** Shapes that many endpoints share. */

/** An id on a path. One that cannot be an id is answered 404, as an unknown one is. */
export const IdParam = z.uuid().openapi({ example: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' })

export const TimestampSchema = z.iso
  .datetime()
  .openapi({ example: '2026-11-02T08:00:00.000Z', description: 'ISO 8601, UTC' })
