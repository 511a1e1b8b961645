import { Ban, Crown, Gem, LogOut, MessageSquare, ShieldUser } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useText } from '../use-text.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { MessageDialog } from './message-dialog.tsx'
import type { Overview } from './overview.ts'
import { PremiumDialog } from './premium-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { ViewAsButton } from './view-as-button.tsx'

const ACTIONS = [
  { id: 'grant', Icon: Gem },
  { id: 'premium', Icon: Crown },
  { id: 'message', Icon: MessageSquare },
  { id: 'signOut', Icon: LogOut },
  { id: 'changeRole', Icon: ShieldUser },
  { id: 'suspend', Icon: Ban },
] as const
type ActionId = (typeof ACTIONS)[number]['id']

/** What an administrator can do with a user. Support reads, and views the app as the user. */
export function UserActions({ overview: { user, sessions } }: { overview: Overview }) {
  const { t } = useText()
  const viewer = useUser()
  const [open, setOpen] = useState<ActionId>()
  if (viewer.role !== 'ADMIN')
    return (
      <div className="flex flex-wrap items-center gap-3">
        <ViewAsButton user={user} />
        <p className="text-sm font-semibold text-ink-2">{t('user.readOnly')}</p>
      </div>
    )
  const given = (id: ActionId) => ({ user, isOpen: open === id, onClose: () => setOpen(undefined) })
  const active = sessions.filter(({ revokedAt }) => revokedAt === null).length
  return (
    <div className="flex flex-wrap gap-2">
      {ACTIONS.map(({ id, Icon }) => (
        <Button
          key={id}
          size="small"
          variant={id === 'grant' ? 'primary' : 'secondary'}
          className={`min-h-11 ${id === 'suspend' && !user.suspendedAt ? 'text-bad!' : ''}`}
          icon={<Icon size={17} aria-hidden="true" />}
          onClick={() => setOpen(id)}
        >
          {id === 'suspend' && user.suspendedAt ? t('suspend.endOpen') : t(`open.${id}`)}
        </Button>
      ))}
      <ViewAsButton user={user} />
      <GrantDialog {...given('grant')} />
      <PremiumDialog {...given('premium')} />
      <MessageDialog {...given('message')} />
      <SessionsDialog {...given('signOut')} sessions={active} />
      <RoleDialog {...given('changeRole')} />
      <SuspendDialog {...given('suspend')} sessions={active} />
    </div>
  )
}
