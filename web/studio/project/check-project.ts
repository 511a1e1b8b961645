import type { Api } from '../../../packages/client/src/lyceum.ts'
import { UNWRITTEN } from '../checklist.ts'

/** What must be right before a project is published, and what could be better. */
export const PROJECT_RULES = {
  noBrief: 'error',
  emptyCriterion: 'error',
  sameCriterion: 'error',
  noAlt: 'error',
  brokenLink: 'error',
  oneCriterion: 'hint',
  noEvidence: 'hint',
  hiddenCourse: 'hint',
} as const
export type ProjectRule = keyof typeof PROJECT_RULES

export interface ProjectFinding {
  rule: ProjectRule
  severity: 'error' | 'hint'
  /** The criterion, or the address of a link or picture. */
  detail?: string
}

interface Checked {
  project: Pick<Api.EditedCapstone, 'title' | 'description' | 'rubric'>
  isCoursePublished: boolean
  /** What is wrong in the brief. */
  inText: readonly { rule: 'noAlt' | 'brokenLink'; detail?: string }[]
}

/** Errors come first. */
export function checkProject({ project, isCoursePublished, inText }: Checked): ProjectFinding[] {
  const { title, description, rubric } = project
  const found: Omit<ProjectFinding, 'severity'>[] = [...inText]
  if (isUnwritten(description) || description.trim() === title.trim()) found.push({ rule: 'noBrief' })
  if (rubric.some(({ criterion }) => isUnwritten(criterion))) found.push({ rule: 'emptyCriterion' })
  const criteria = rubric.map(({ criterion }) => criterion.trim().toLowerCase())
  for (const [index, { criterion }] of rubric.entries()) {
    if (criteria.indexOf(criteria[index]!) < index) found.push({ rule: 'sameCriterion', detail: criterion })
  }
  if (rubric.length === 1) found.push({ rule: 'oneCriterion' })
  for (const { criterion, evidence = [] } of rubric)
    if (evidence.length === 0 && !isUnwritten(criterion))
      found.push({ rule: 'noEvidence', detail: criterion })
  if (!isCoursePublished) found.push({ rule: 'hiddenCourse' })
  const findings = found.map((finding) => ({ ...finding, severity: PROJECT_RULES[finding.rule] }))
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'hint'),
  ]
}

const isUnwritten = (text: string) => text.trim() === '' || text.trim() === UNWRITTEN
