import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useText } from '../use-text.ts'
import type { UserActionGiven } from './grant-dialog.tsx'

interface Given extends UserActionGiven {
  /** The open sessions; undefined if the caller may not see them. */
  sessions: number | undefined
}

/** Suspends a user, or ends the suspension. */
export function SuspendDialog({ user, isOpen, onClose, sessions }: Given) {
  const { t } = useText()
  const isSuspended = user.suspendedAt !== null
  const path = { id: user.id }
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isSuspended ? 'suspend.endTitle' : 'suspend.title', { name: user.username })}
      effect={
        isSuspended
          ? t('suspend.endEffect', { name: user.username })
          : sessions === undefined
            ? t('suspend.effectPlain', { name: user.username })
            : t('suspend.effect', { name: user.username, count: sessions })
      }
      label={isSuspended ? t('suspend.end') : t('suspend.suspend')}
      done={isSuspended ? t('suspend.ended') : t('suspend.done')}
      isDangerous={!isSuspended}
      input={{ isSuspended }}
      send={(reason, idempotencyKey) =>
        lyceum.call(isSuspended ? 'POST /admin/users/{id}/unsuspend' : 'POST /admin/users/{id}/suspend', {
          path,
          body: { reason },
          idempotencyKey,
        })
      }
    />
  )
}
