import { z } from '../../../platform/zod.ts'

export const MEDIUM_USE_KINDS = [
  'COURSE',
  'COURSE_COVER',
  'LESSON',
  'PATH',
  'PATH_COVER',
  'QUESTION',
] as const

/** One place that uses a medium. It has ids only, because its texts may be drafts of another author. */
export const MediumUseSchema = z
  .object({
    kind: z.enum(MEDIUM_USE_KINDS).openapi({
      description:
        'COURSE and PATH: in the description or the project. COURSE_COVER and PATH_COVER: as the cover.',
    }),
    id: z.string().openapi({ description: 'Of the course, lesson, learning path or question' }),
    courseId: z.string().nullable().openapi({ description: 'The course of a lesson' }),
    slide: z.int().nullable().openapi({ description: 'The slide of a lesson, from 1' }),
  })
  .openapi('MediumUse')
export type MediumUse = z.output<typeof MediumUseSchema>
