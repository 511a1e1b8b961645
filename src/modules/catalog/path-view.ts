import { z } from '../../platform/zod.ts'
import type { LearningPath } from './public/catalog.ts'
import { PATH_FIELDS_EXAMPLE, pathFields, presentPathFields } from './public/path-fields.ts'

export const PathSchema = z
  .object({
    ...pathFields,
    userHasAccess: z.boolean(),
    totalCourses: z.number().int(),
    courses: z.array(z.object({ id: z.string(), title: z.string(), order: z.number().int() })),
  })
  .openapi('LearningPath')

export function presentPath(
  path: LearningPath,
  hasPremium: boolean,
  publicUrl: string,
): z.output<typeof PathSchema> {
  return {
    ...presentPathFields(path, publicUrl),
    userHasAccess: !path.isPremium || hasPremium,
    totalCourses: path.courses.length,
    courses: path.courses.map(({ id, title }, index) => ({ id, title, order: index + 1 })),
  }
}

export const PATH_EXAMPLE = {
  ...PATH_FIELDS_EXAMPLE,
  userHasAccess: false,
  totalCourses: 1,
  courses: [{ id: '019a8b5e-7c1d-7000-8000-0000000000c1', title: 'Blockchain basics', order: 1 }],
} as const
