import type { Caller } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'

/**
 * The user who reads or edits content. An editor sees published content, and everything of own courses: those that the
 * editor owns or is a co-author of. An ADMIN sees and edits everything.
 */
export type Editor = Pick<Caller, 'userId' | 'role'>

/** The values that the statements compare. */
export function accessOf({ userId, role }: Editor): { userId: UserId; seesAll: boolean } {
  return { userId, seesAll: role === 'ADMIN' }
}

/** Returns content that the editor may change; throws for content of packs and of other authors. */
export function requireEditable<Content extends { origin: 'PACK' | 'ADMIN'; canEdit: boolean }>(
  content: Content,
): Content {
  if (content.origin === 'PACK') throw errors.owned_by_pack()
  if (!content.canEdit) throw errors.not_an_author()
  return content
}
