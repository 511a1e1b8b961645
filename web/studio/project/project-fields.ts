import type { Api } from '../../../packages/client/src/lyceum.ts'

export const SUBMISSION_TYPES = [
  'GITHUB_REPO',
  'FILE_UPLOAD',
  'TEXT',
  'WEBSITE_URL',
  'GOOGLE_DRIVE_URL',
  'VIDEO_URL',
] as const
export type SubmissionType = (typeof SUBMISSION_TYPES)[number]

export const MAX_CRITERIA = 30

/** A criterion of the rubric as the author types it. */
export interface CriterionFields {
  criterion: string
  points: string
  /** Separated by commas. */
  evidence: string
}

/** A capstone project as the author types it. */
export interface ProjectFields {
  title: string
  description: string
  allowedSubmissionTypes: readonly SubmissionType[]
  rubric: readonly CriterionFields[]
  passingScore: string
  xpReward: string
  gemReward: string
}

export type ProjectFieldName = keyof ProjectFields

export const PROJECT_FIELD_NAMES: readonly ProjectFieldName[] = [
  'title',
  'description',
  'allowedSubmissionTypes',
  'rubric',
  'passingScore',
  'xpReward',
  'gemReward',
]

export function projectFieldsOf(project: Api.EditedCapstone): ProjectFields {
  const { title, description, allowedSubmissionTypes, rubric } = project
  return {
    title,
    description,
    allowedSubmissionTypes,
    rubric: rubric.map(({ criterion, points, evidence = [] }) => ({
      criterion,
      points: `${points}`,
      evidence: evidence.join(', '),
    })),
    passingScore: `${project.passingScore}`,
    xpReward: `${project.xpReward}`,
    gemReward: `${project.gemReward}`,
  }
}

export const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/[,\n]/).map((word) => word.trim()))].filter(Boolean)

/** The service refuses what is no number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** The fields in the form of the API. The service trims texts as well. */
function valuesOf(fields: ProjectFields): Required<Api.CapstonePatch> {
  return {
    title: fields.title.trim(),
    description: fields.description.trim(),
    allowedSubmissionTypes: SUBMISSION_TYPES.filter((type) => fields.allowedSubmissionTypes.includes(type)),
    rubric: fields.rubric.map(({ criterion, points, evidence }) => ({
      criterion: criterion.trim(),
      points: numberOf(points),
      evidence: wordsOf(evidence),
    })),
    passingScore: numberOf(fields.passingScore),
    xpReward: numberOf(fields.xpReward),
    gemReward: numberOf(fields.gemReward),
  }
}

/** The fields whose values differ. */
export function differingProjectFields(one: ProjectFields, other: ProjectFields): ProjectFieldName[] {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return PROJECT_FIELD_NAMES.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(others[name]))
}

export const isSameProject = (one: ProjectFields, other: ProjectFields): boolean =>
  differingProjectFields(one, other).length === 0

/** Only what the author has changed. */
export function projectPatchOf(fields: ProjectFields, base: ProjectFields): Api.CapstonePatch {
  const values = valuesOf(fields)
  return Object.fromEntries(differingProjectFields(fields, base).map((name) => [name, values[name]]))
}

/** Whose value a field gets if the author does not choose: mine if I have changed it. */
export function proposedProjectChoice(
  mine: ProjectFields,
  theirs: ProjectFields,
  base: ProjectFields,
): Map<ProjectFieldName, 'mine' | 'theirs'> {
  const changed = differingProjectFields(mine, base)
  return new Map(
    differingProjectFields(mine, theirs).map((name) => [name, changed.includes(name) ? 'mine' : 'theirs']),
  )
}

/** The points of the whole rubric, and those that pass. Points that are no numbers count as none. */
export function pointsOf({ rubric, passingScore }: ProjectFields): { total: number; passing: number } {
  const total = rubric.reduce((sum, { points }) => sum + (Number(points) || 0), 0)
  return { total, passing: Math.ceil(((Number(passingScore) || 0) * total) / 100) }
}
