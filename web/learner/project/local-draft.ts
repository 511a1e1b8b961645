import type { Api } from '../../../packages/client/src/lyceum.ts'

export type SubmissionType = Api.Project['allowedSubmissionTypes'][number]

/** What the learner types. */
export interface DraftFields {
  submissionType: SubmissionType
  repositoryUrl: string
  url: string
  notes: string
}

/** The draft on this device, as long as the service does not have it. */
export interface LocalDraft extends DraftFields {
  /** The `updatedAt` of the draft of the service when the typing began; null without one. */
  basedOn: string | null
}

const keyOf = (userId: string, courseId: string) => `lyceum.project.${userId}.${courseId}`

export function readLocalDraft(userId: string, courseId: string): LocalDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, courseId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Returns false if the device has no room or forbids it. */
export function storeLocalDraft(userId: string, courseId: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(keyOf(userId, courseId), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeLocalDraft(userId: string, courseId: string): void {
  localStorage.removeItem(keyOf(userId, courseId))
}

type ServerDraft = Pick<Api.ProjectSubmission, 'submissionType' | 'repositoryUrl' | 'url' | 'notes'>

export function fieldsOf(draft: ServerDraft | undefined, types: readonly SubmissionType[]): DraftFields {
  const type = draft?.submissionType
  return {
    submissionType: type && types.includes(type) ? type : types[0]!,
    repositoryUrl: draft?.repositoryUrl ?? '',
    url: draft?.url ?? '',
    notes: draft?.notes ?? '',
  }
}

export const isSame = (one: DraftFields, other: DraftFields): boolean =>
  one.submissionType === other.submissionType &&
  one.repositoryUrl.trim() === other.repositoryUrl.trim() &&
  one.url.trim() === other.url.trim() &&
  one.notes.trim() === other.notes.trim()
