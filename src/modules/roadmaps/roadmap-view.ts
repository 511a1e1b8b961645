import { z } from '../../platform/zod.ts'
import type { Catalog, CourseId, LearningPath } from '../catalog/public/catalog.ts'
import type { RecommendedPath } from './match-paths.ts'
import type { RoadmapRow } from './queries.ts'

export const RoadmapSchema = z
  .object({
    careerGoal: z.string(),
    totalCourses: z.number().int(),
    coursesCompleted: z.number().int(),
    foundationPaths: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        isCompleted: z.boolean(),
        reason: z.string().openapi({ description: 'Why the path was chosen' }),
      }),
    ),
    specializationPaths: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        requiresSubscription: z.boolean(),
        userHasAccess: z.boolean(),
        isCompleted: z.boolean(),
        reason: z.string().openapi({ description: 'Why the path was chosen' }),
      }),
    ),
    rankedBy: z.string().openapi({ description: '`matcher`, or the language model that ordered the paths' }),
  })
  .openapi('Roadmap')

export const ROADMAP_STATUSES = ['none', 'generating', 'completed', 'failed'] as const

/** Shows the stored paths with current titles, access and progress. */
export function presentRoadmap(
  row: RoadmapRow,
  catalog: Catalog,
  completedCourses: ReadonlySet<CourseId>,
  hasPremium: boolean,
): z.output<typeof RoadmapSchema> {
  const known = (chosen: RecommendedPath[]) =>
    chosen.flatMap(({ id, reason }) => {
      const path = catalog.paths.get(id)
      return path ? [{ path, reason }] : []
    })
  const foundations = known(row.foundationPaths)
  const specializations = known(row.specializationPaths)
  const courses = new Set(
    [...foundations, ...specializations].flatMap(({ path }) => path.courses.map((course) => course.id)),
  )
  const isCompleted = (path: LearningPath) =>
    path.courses.length > 0 && path.courses.every((course) => completedCourses.has(course.id))
  return {
    careerGoal: row.careerGoal,
    totalCourses: courses.size,
    coursesCompleted: [...courses].filter((id) => completedCourses.has(id)).length,
    foundationPaths: foundations.map(({ path, reason }) => ({
      id: path.id,
      title: path.title,
      isCompleted: isCompleted(path),
      reason,
    })),
    specializationPaths: specializations.map(({ path, reason }) => ({
      id: path.id,
      title: path.title,
      requiresSubscription: path.isPremium,
      userHasAccess: !path.isPremium || hasPremium,
      isCompleted: isCompleted(path),
      reason,
    })),
    rankedBy: row.rankedBy,
  }
}

export const ROADMAP_EXAMPLE = {
  careerGoal: 'Smart contract developer',
  totalCourses: 3,
  coursesCompleted: 1,
  foundationPaths: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000a2',
      title: 'Blockchain foundations',
      isCompleted: true,
      reason: 'It prepares you for “Blockchain developer”.',
    },
  ],
  specializationPaths: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000a1',
      title: 'Blockchain developer',
      requiresSubscription: true,
      userHasAccess: false,
      isCompleted: false,
      reason:
        'Your goal fits this path, which is about “smart contract developer” and teaches “smart contracts”.',
    },
  ],
  rankedBy: 'matcher',
}
