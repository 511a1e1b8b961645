import { DAY_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { LessonId } from '../../catalog/public/catalog.ts'
import { signPreviewToken } from '../../catalog/public/preview-link.ts'
import { updatePreviewNonce } from '../queries.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedLesson } from './list-content.ts'

interface ShareLesson {
  lessonId: LessonId
  editor: Editor
}

/** Creates a link to the preview of a lesson. Every earlier link of the lesson ends. */
export async function shareLesson(
  tx: Tx,
  { lessonId, days, editor, now }: ShareLesson & { days: number; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  requireEditable(await getEditedLesson(tx, lessonId, editor), editor)
  const nonce = crypto.randomUUID()
  await updatePreviewNonce(tx, lessonId, nonce)
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  return { token: signPreviewToken({ lessonId, expiresAt, nonce }), expiresAt }
}

/** Ends every link to the preview of a lesson. */
export async function unshareLesson(tx: Tx, { lessonId, editor }: ShareLesson): Promise<void> {
  requireEditable(await getEditedLesson(tx, lessonId, editor), editor)
  await updatePreviewNonce(tx, lessonId, null)
}
