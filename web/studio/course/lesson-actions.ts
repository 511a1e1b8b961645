import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'

export type LessonAction = 'publish' | 'publishChanges' | 'duplicate' | 'archive'

export function actionsFor({
  status,
  hasUnpublishedChanges,
}: Pick<Api.EditedLesson, 'status' | 'hasUnpublishedChanges'>): LessonAction[] {
  return [
    ...(status === 'PUBLISHED' ? [] : ['publish' as const]),
    ...(status === 'PUBLISHED' && hasUnpublishedChanges ? ['publishChanges' as const] : []),
    'duplicate',
    ...(status === 'ARCHIVED' ? [] : ['archive' as const]),
  ]
}

/** Publishing and archiving are refused if another author has changed the lesson since it was read. */
export async function runLessonAction(
  action: LessonAction,
  { id, version }: Pick<Api.EditedLesson, 'id' | 'version'>,
): Promise<void> {
  const given = { path: { id } }
  if (action === 'duplicate') await lyceum.call('POST /admin/lessons/{id}/duplicate', given)
  else
    await lyceum.call(`POST /admin/lessons/{id}/${action === 'archive' ? 'archive' : 'publish'}`, {
      ...given,
      headers: { 'if-match': `"${version}"` },
    })
}
