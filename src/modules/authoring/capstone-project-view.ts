import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { EditedProject } from './public/content-draft.ts'
import type { ProjectRow } from './queries.ts'

/** Returns the project of a course for authors; undefined if there is none. Its id is the id of the course. */
export function presentProjectRow({
  courseId,
  courseTitle,
  origin,
  canEdit,
  version,
  project,
  projectDraft,
}: ProjectRow): EditedProject | undefined {
  const shown = project ?? projectDraft
  return shown
    ? {
        id: courseId,
        courseId,
        courseTitle,
        origin,
        status: project ? 'PUBLISHED' : 'DRAFT',
        canEdit,
        version,
        ...toProjectFields(origin === 'ADMIN' && !canEdit ? withoutEvidence(shown) : shown),
      }
    : undefined
}

/** Only authors of the course know the words that the assessor looks for. */
function withoutEvidence(project: CapstoneProject): CapstoneProject {
  return { ...project, rubric: project.rubric.map((criterion) => ({ ...criterion, evidence: [] })) }
}

export type ProjectFields = Omit<
  EditedProject,
  'id' | 'courseId' | 'courseTitle' | 'origin' | 'status' | 'canEdit' | 'version'
>

function toProjectFields({ submissionTypes, reward, ...plain }: CapstoneProject): ProjectFields {
  return {
    ...plain,
    allowedSubmissionTypes: submissionTypes,
    xpReward: reward.xp,
    gemReward: reward.gems,
  }
}

/** Converts to the format of packs, in which projects are stored. */
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
