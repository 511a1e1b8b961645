import { z } from '../../platform/zod.ts'
import { CATEGORIES, type LearningPath, PATH_KINDS } from './public/catalog.ts'

export const PathSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.enum(CATEGORIES),
    kind: z.enum(PATH_KINDS),
    isPremium: z.boolean(),
    userHasAccess: z.boolean(),
    skills: z.array(z.string()),
    totalCourses: z.number().int(),
    courses: z.array(z.object({ id: z.string(), title: z.string(), order: z.number().int() })),
  })
  .openapi('LearningPath')

export function presentPath(path: LearningPath, hasPremium: boolean): z.output<typeof PathSchema> {
  return {
    id: path.id,
    title: path.title,
    description: path.description,
    category: path.category,
    kind: path.kind,
    isPremium: path.isPremium,
    userHasAccess: !path.isPremium || hasPremium,
    skills: path.skills,
    totalCourses: path.courses.length,
    courses: path.courses.map(({ id, title }, index) => ({ id, title, order: index + 1 })),
  }
}

export const PATH_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  title: 'Blockchain developer',
  description: 'From the first block to a contract that holds money.',
  category: 'BLOCKCHAIN',
  kind: 'SPECIALIZATION',
  isPremium: true,
  userHasAccess: false,
  skills: ['solidity', 'smart contracts'],
  totalCourses: 1,
  courses: [{ id: '019a8b5e-7c1d-7000-8000-0000000000c1', title: 'Blockchain basics', order: 1 }],
} as const
