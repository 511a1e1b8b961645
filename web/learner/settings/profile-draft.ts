/** What the learner has changed in the form of the profile and not saved. */
export interface ProfileEdits {
  username?: string
  bio?: string
  country?: string
  isListed?: boolean
  isPublic?: boolean
}

const STORED = 'lyceum.profileDraft'

interface Stored {
  userId: string
  edits: ProfileEdits
}

/** Keeps the edits in this tab, for the next sign-in of the same user. */
export function storeProfileDraft(userId: string, edits: ProfileEdits): void {
  if (Object.keys(edits).length > 0)
    sessionStorage.setItem(STORED, JSON.stringify({ userId, edits } satisfies Stored))
}

/** Those of another user are not returned. */
export function readProfileDraft(userId: string): ProfileEdits {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Stored | null
    return stored?.userId === userId ? stored.edits : {}
  } catch {
    return {}
  }
}

export function deleteProfileDraft(): void {
  sessionStorage.removeItem(STORED)
}
