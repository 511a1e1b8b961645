import type { Caller } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'

/**
 * The user who reads or edits content. An editor sees published content, and everything of own courses: those that the
 * editor owns or is a co-author of. An ADMIN sees and edits everything.
 */
export interface Editor extends Pick<Caller, 'userId' | 'role'> {
  /** The version of the content that the editor has read: an edit of another version is refused. */
  version?: number | undefined
}

/** The values that the statements compare. */
export function accessOf({ userId, role }: Editor): { userId: UserId; seesAll: boolean } {
  return { userId, seesAll: role === 'ADMIN' }
}

/** Returns content that the editor may change; throws for content of packs, of other authors, and of another version. */
export function requireEditable<
  Content extends { origin: 'PACK' | 'ADMIN'; canEdit: boolean; version: number },
>(content: Content, { version: expected }: Editor): Content {
  if (content.origin === 'PACK') throw errors.owned_by_pack()
  if (!content.canEdit) throw errors.not_an_author()
  const { version: current } = content
  if (expected !== undefined && expected !== current)
    throw errors.version_changed({ extra: { expected, current, resource: content } })
  return content
}

/** Returns a course to its authors and to an ADMIN. A course of a pack has no authors. */
export function requireAuthor<Content extends { canEdit: boolean }>(
  content: Content,
  { role }: Pick<Editor, 'role'>,
): Content {
  if (!content.canEdit && role !== 'ADMIN') throw errors.not_an_author()
  return content
}
