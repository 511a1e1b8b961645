import { useText } from '../use-text.ts'
import type { ProjectFieldName, SubmissionType } from './project-fields.ts'

interface Criterion {
  criterion: string
  points: number | string
  /** A list of the service, or the text of the form. */
  evidence?: readonly string[] | string
}

/** The value of a field of a project in words, as the form or the service has it. */
export function useShownProjectValue() {
  const { t } = useText()
  return (name: ProjectFieldName, value: unknown): string => {
    if (name === 'rubric') return ((value ?? []) as Criterion[]).map(lineOf).join('\n')
    if (name === 'allowedSubmissionTypes')
      return ((value ?? []) as SubmissionType[]).map((type) => t(`submissionType.${type}`)).join(', ')
    return `${value ?? ''}`
  }
}

function lineOf({ criterion, points, evidence = '' }: Criterion): string {
  const words = typeof evidence === 'string' ? evidence : evidence.join(', ')
  return `${points} · ${criterion}${words ? ` (${words})` : ''}`
}
