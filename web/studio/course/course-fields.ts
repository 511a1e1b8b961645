import type { Api } from '../../../packages/client/src/lyceum.ts'

export const LEVELS = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const

/** The details of a course as the author types them. */
export interface CourseFields {
  title: string
  description: string
  category: string
  level: Api.EditedCourse['level']
  isPremium: boolean
  /** Separated by commas. */
  skills: string
  topicId: string
  bonusXp: string
  bonusGems: string
  /** Empty for nothing, 0 for an answer to every question, above it the share of right answers in per cent. */
  requiredScore: string
}

export type FieldName = keyof CourseFields

export const FIELD_NAMES: readonly FieldName[] = [
  'title',
  'description',
  'category',
  'level',
  'topicId',
  'skills',
  'isPremium',
  'bonusXp',
  'bonusGems',
  'requiredScore',
]

export function fieldsOf(course: Api.EditedCourse): CourseFields {
  const { title, description, category, level, isPremium, topicId, requiredScore } = course
  return {
    title,
    description,
    category,
    level,
    isPremium,
    topicId,
    skills: course.skills.join(', '),
    bonusXp: `${course.bonusXp}`,
    bonusGems: `${course.bonusGems}`,
    requiredScore: requiredScore === null ? '' : `${requiredScore}`,
  }
}

/** The fields in the form of the API. The service trims texts as well. */
function valuesOf(fields: CourseFields): Required<Api.CoursePatch> {
  return {
    ...fields,
    title: fields.title.trim(),
    description: fields.description.trim(),
    skills: [...new Set(fields.skills.split(/[,\n]/).map((skill) => skill.trim()))].filter(Boolean),
    bonusXp: Number(fields.bonusXp),
    bonusGems: Number(fields.bonusGems),
    requiredScore: fields.requiredScore === '' ? null : Number(fields.requiredScore),
  }
}

/** The fields whose values differ. */
export function differingFields(one: CourseFields, other: CourseFields): FieldName[] {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return FIELD_NAMES.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(others[name]))
}

export const isSame = (one: CourseFields, other: CourseFields): boolean =>
  differingFields(one, other).length === 0

/** Only what the author has changed. */
export function patchOf(fields: CourseFields, base: CourseFields): Api.CoursePatch {
  const values = valuesOf(fields)
  return Object.fromEntries(differingFields(fields, base).map((name) => [name, values[name]]))
}

/** Whose value a field gets if the author does not choose: mine if I have changed it. */
export function proposedChoice(
  mine: CourseFields,
  theirs: CourseFields,
  base: CourseFields,
): Map<FieldName, 'mine' | 'theirs'> {
  const changed = differingFields(mine, base)
  return new Map(
    differingFields(mine, theirs).map((name) => [name, changed.includes(name) ? 'mine' : 'theirs']),
  )
}
