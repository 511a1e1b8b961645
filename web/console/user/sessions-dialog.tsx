import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useText } from '../use-text.ts'
import type { UserActionGiven } from './grant-dialog.tsx'

/** Signs a user out everywhere. */
export function SessionsDialog({ user, isOpen, onClose, sessions }: UserActionGiven & { sessions: number }) {
  const { t } = useText()
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('signOut.title', { name: user.username })}
      effect={t('signOut.effect', { name: user.username, count: sessions })}
      label={t('signOut.revoke')}
      done={t('signOut.done')}
      isDangerous
      input={{}}
      send={(reason, idempotencyKey) =>
        lyceum.call('POST /admin/users/{id}/sessions/revoke', {
          path: { id: user.id },
          body: { reason },
          idempotencyKey,
        })
      }
    />
  )
}
