import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import { SuspendDialog } from './suspend-dialog.tsx'
import { UserHeader } from './user-header.tsx'

/** A user as a moderator sees it: who it is, and the suspension of learners. */
export function ModeratedUser({ id }: { id: string }) {
  const { t, number } = useText()
  const { data, error, refetch } = useApi('GET /admin/users/{id}', { path: { id } })
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const user = data.data
  return (
    <div key={user.id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <UserHeader user={user} actions={<Suspension user={user} />} />
      <div className="max-w-2xl">
        <Properties
          properties={[
            [t('asset.GEM'), number(user.totalGems)],
            [t('asset.XP'), number(user.totalXP)],
            [t('users.country'), user.country],
            [t('users.language'), user.language],
            [t('users.joined'), <Moment key="joined" at={user.createdAt} />],
            [t('user.suspended'), user.suspendedAt && <Moment key="suspended" at={user.suspendedAt} />],
            [t('audit.user'), <CopyText key="id" text={user.id} />],
          ]}
        />
        <p className="mt-3 text-sm text-ink-2">{t('user.limited')}</p>
      </div>
    </div>
  )
}

/** The service refuses the suspension of staff by a moderator. */
function Suspension({ user }: { user: Api.AdminUser }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  if (user.role !== 'USER') return null
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className={`min-h-11 ${user.suspendedAt ? '' : 'text-bad!'}`}
        icon={<Ban size={17} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {user.suspendedAt ? t('suspend.endOpen') : t('open.suspend')}
      </Button>
      <SuspendDialog user={user} isOpen={isOpen} onClose={() => setOpen(false)} sessions={undefined} />
    </>
  )
}
