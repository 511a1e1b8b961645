import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { EditedProject } from './public/content-draft.ts'
import type { ProjectRow } from './queries.ts'

/** The project of a course as its authors see it; undefined when there is none. Its id is that of its course. */
export function presentProjectRow({
  courseId,
  origin,
  project,
  projectDraft,
}: ProjectRow): EditedProject | undefined {
  const shown = project ?? projectDraft
  return shown
    ? { id: courseId, courseId, origin, status: project ? 'PUBLISHED' : 'DRAFT', ...toProjectFields(shown) }
    : undefined
}

export type ProjectFields = Omit<EditedProject, 'id' | 'courseId' | 'origin' | 'status'>

function toProjectFields({ submissionTypes, reward, ...plain }: CapstoneProject): ProjectFields {
  return {
    ...plain,
    allowedSubmissionTypes: submissionTypes,
    xpReward: reward.xp,
    gemReward: reward.gems,
  }
}

/** As a pack would say it. */
export function toCapstoneProject(fields: ProjectFields): CapstoneProject {
  const { title, description, passingScore, rubric, allowedSubmissionTypes, xpReward, gemReward } = fields
  return {
    title,
    description,
    passingScore,
    rubric,
    submissionTypes: [...new Set(allowedSubmissionTypes)],
    reward: { xp: xpReward, gems: gemReward },
  }
}
