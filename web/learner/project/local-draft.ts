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

export const draftKey = (userId: string, courseId: string) => `lyceum.project.${userId}.${courseId}`

export function readLocalDraft(key: string): LocalDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Returns false if the device has no room or forbids it. */
export function storeLocalDraft(key: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeLocalDraft(key: string): void {
  localStorage.removeItem(key)
}

type KnownFields = Partial<Pick<Api.ProjectSubmission, 'submissionType' | 'repositoryUrl' | 'url' | 'notes'>>

export function fieldsOf(draft: KnownFields | undefined, types: readonly SubmissionType[]): DraftFields {
  const type = draft?.submissionType
  return {
    submissionType: type && types.includes(type) ? type : types[0]!,
    repositoryUrl: draft?.repositoryUrl ?? '',
    url: draft?.url ?? '',
    notes: draft?.notes ?? '',
  }
}

/** The service trims the fields. */
export const isSame = (one: DraftFields, other: DraftFields): boolean =>
  one.submissionType === other.submissionType &&
  one.repositoryUrl.trim() === other.repositoryUrl.trim() &&
  one.url.trim() === other.url.trim() &&
  one.notes.trim() === other.notes.trim()
