import { createHash } from 'node:crypto'
import type { Id } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { type CapstoneProject, SUBMISSION_TYPES } from '../catalog/public/capstone-project.ts'

export type ProjectId = Id<'Project'>

/**
 * Derives the id of a project from the id of its course, because a project has no row. The result is a UUIDv7 with the
 * timestamp of the course id.
 */
export function projectIdOf(courseId: string): ProjectId {
  const hash = createHash('sha256').update(`project of ${courseId}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hash[3]!, 16) % 4]
  return `${courseId.slice(0, 14)}7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}` as ProjectId
}

export function maxPoints(project: CapstoneProject): number {
  return project.rubric.reduce((sum, { points }) => sum + points, 0)
}

/** Returns the smallest integer number of points that passes. */
export function passingPoints(project: CapstoneProject): number {
  return Math.ceil((project.passingScore * maxPoints(project)) / 100)
}

export const ProjectSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    title: z.string(),
    description: z.string().openapi({ description: 'Markdown without HTML' }),
    allowedSubmissionTypes: z.array(z.enum(SUBMISSION_TYPES)),
    rubric: z.array(z.object({ criterion: z.string(), points: z.number().int() })),
    passingScore: z.number().int().openapi({ description: 'Points that pass' }),
    maxScore: z.number().int().openapi({ description: 'Points of the whole rubric' }),
    xpReward: z.number().int(),
    gemReward: z.number().int(),
  })
  .openapi('Project')

export function presentProject(courseId: string, project: CapstoneProject): z.output<typeof ProjectSchema> {
  return {
    id: projectIdOf(courseId),
    courseId,
    title: project.title,
    description: project.description,
    allowedSubmissionTypes: project.submissionTypes,
    rubric: project.rubric.map(({ criterion, points }) => ({ criterion, points })),
    passingScore: passingPoints(project),
    maxScore: maxPoints(project),
    xpReward: project.reward.xp,
    gemReward: project.reward.gems,
  }
}

export const PROJECT_EXAMPLE = {
  id: '019a8b5e-7c1d-7a3f-8c11-2f4be1a90c77',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  title: 'A savings jar on chain',
  description: 'Build a jar that takes deposits and gives them back.',
  allowedSubmissionTypes: ['GITHUB_REPO' as const, 'FILE_UPLOAD' as const],
  rubric: [
    { criterion: 'Deposits and withdrawals work', points: 60 },
    { criterion: 'Both are tested', points: 40 },
  ],
  passingScore: 70,
  maxScore: 100,
  xpReward: 300,
  gemReward: 100,
}
