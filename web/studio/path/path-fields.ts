import type { Api } from '../../../packages/client/src/lyceum.ts'

export const PATH_KINDS = ['FOUNDATION', 'SPECIALIZATION'] as const

/** A learning path as the author types it. */
export interface PathFields {
  title: string
  description: string
  category: string
  kind: Api.EditedLearningPath['kind']
  isPremium: boolean
  /** Separated by commas, as the other words are. */
  skills: string
  synonyms: string
  courseIds: readonly string[]
}

export type PathFieldName = keyof PathFields

export const PATH_FIELD_NAMES: readonly PathFieldName[] = [
  'title',
  'description',
  'courseIds',
  'category',
  'kind',
  'skills',
  'synonyms',
  'isPremium',
]

export function pathFieldsOf(path: Api.EditedLearningPath): PathFields {
  const { title, description, category, kind, isPremium, courseIds } = path
  return {
    title,
    description,
    category,
    kind,
    isPremium,
    courseIds,
    skills: path.skills.join(', '),
    synonyms: path.synonyms.join(', '),
  }
}

const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/[,\n]/).map((word) => word.trim()))].filter(Boolean)

/** The fields in the form of the API. The service trims texts as well. */
function valuesOf(fields: PathFields): Required<Api.LearningPathPatch> {
  return {
    ...fields,
    title: fields.title.trim(),
    description: fields.description.trim(),
    skills: wordsOf(fields.skills),
    synonyms: wordsOf(fields.synonyms),
    courseIds: [...fields.courseIds],
  }
}

/** The fields whose values differ. */
export function differingPathFields(one: PathFields, other: PathFields): PathFieldName[] {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return PATH_FIELD_NAMES.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(others[name]))
}

export const isSamePath = (one: PathFields, other: PathFields): boolean =>
  differingPathFields(one, other).length === 0

/** Only what the author has changed. */
export function pathPatchOf(fields: PathFields, base: PathFields): Api.LearningPathPatch {
  const values = valuesOf(fields)
  return Object.fromEntries(differingPathFields(fields, base).map((name) => [name, values[name]]))
}

/** Whose value a field gets if the author does not choose: mine if I have changed it. */
export function proposedPathChoice(
  mine: PathFields,
  theirs: PathFields,
  base: PathFields,
): Map<PathFieldName, 'mine' | 'theirs'> {
  const changed = differingPathFields(mine, base)
  return new Map(
    differingPathFields(mine, theirs).map((name) => [name, changed.includes(name) ? 'mine' : 'theirs']),
  )
}
