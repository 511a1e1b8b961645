import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'

export const NoteSchema = z
  .object({
    id: z.string(),
    userId: z.string(),
    authorId: z.string(),
    text: z.string(),
    createdAt: TimestampSchema,
  })
  .openapi('UserNote')

export const NOTE_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000d1',
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  authorId: '019a8b5e-7c1d-7000-8000-0000000000b1',
  text: 'Called about a lost streak. It was repaired.',
  createdAt: '2026-11-02T08:00:00.000Z',
}
