import { CursorMeta, CursorTime, cursorPagingQuery } from '../../../platform/http/cursor.ts'
import { z } from '../../../platform/zod.ts'
import { AltSchema, MEDIUM_EXAMPLE, MEDIUM_KINDS, MediumSchema } from './medium.ts'
import { MediumUseSchema } from './medium-use.ts'

/** Requests and responses of the library. */

/** The time and the id of a medium. */
const MediumPosition = z
  .tuple([CursorTime, z.uuid()])
  .transform(([at, id]) => ({ createdAt: new Date(at), id }))

export const LibraryQuery = cursorPagingQuery(50, MediumPosition).extend({
  kind: z.enum(MEDIUM_KINDS).optional(),
  search: z.string().trim().max(100).optional().openapi({ description: 'In names and alternative texts' }),
  ownerId: z
    .uuid()
    .optional()
    .openapi({ description: 'Only an ADMIN may read the library of another author.' }),
})

export const LibraryMeta = CursorMeta.extend({
  usedBytes: z.int().openapi({ description: 'Of all media of the author, regardless of the filter' }),
  quotaBytes: z.int(),
})

/** A form sends a flag as text. */
const DecorativeSchema = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .optional()
  .openapi({
    type: 'boolean',
    description: 'True for a picture that shows nothing of importance; without `alt`',
  })

export const MediumDetailSchema = MediumSchema.extend({ usedBy: z.array(MediumUseSchema) }).openapi(
  'MediumDetail',
)
export const MEDIUM_DETAIL_EXAMPLE = {
  ...MEDIUM_EXAMPLE,
  usedBy: [
    {
      kind: 'LESSON',
      id: '019a8b5e-7c1d-7000-8000-0000000000e1',
      courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
      slide: 2,
    },
  ],
}

export const LIBRARY_META_EXAMPLE = {
  total: 1,
  page: 1,
  limit: 50,
  nextCursor: null,
  usedBytes: 5_210,
  quotaBytes: 1_073_741_824,
}

export const MediumUploadSchema = z.object({ alt: AltSchema.optional(), decorative: DecorativeSchema })

export const MediumPatchSchema = z.union([
  z.strictObject({ alt: AltSchema }),
  z.strictObject({ decorative: z.literal(true) }),
])
