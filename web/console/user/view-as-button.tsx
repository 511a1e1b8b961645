import { Eye } from 'lucide-react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { startView } from '../../ui/session/view.ts'
import { ActionButton } from '../action/action-button.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import type { Overview } from './overview.ts'

/** Opens the learner app as the user sees it. Only accounts of learners can be viewed. */
export function ViewAsButton({ user }: { user: Overview['user'] }) {
  const { t } = useText()
  if (user.role !== 'USER') return null
  const view = async (reason: string, idempotencyKey: string) => {
    const { data } = await lyceum.call('POST /admin/users/{id}/view-as', {
      path: { id: user.id },
      body: { reason },
      idempotencyKey,
    })
    startView({ ...data, returnTo: userPath(user.id) })
  }
  return (
    <ActionButton
      opener={t('viewAs.open')}
      icon={<Eye size={17} aria-hidden="true" />}
      title={t('viewAs.title', { name: user.username })}
      effect={t('viewAs.effect')}
      label={t('viewAs.start')}
      done={t('viewAs.done')}
      input={{ id: user.id }}
      send={view}
    />
  )
}
