import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Logo } from '../brand/logo.tsx'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { buttonClass } from '../components/button-class.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { useUiText } from '../i18n/use-text.ts'
import { restoreSession } from '../session/restore-session.ts'
import { useSession } from '../session/session-store.ts'
import { signOut } from '../session/sign-out.ts'

type Role = Api.Profile['role']

interface Given {
  name: string
  roles: readonly Role[]
  /** The message for a user who has none of the roles. */
  refusal: string
  children: ReactNode
}

/** The frame of the studio and the console: the user, a link back, and the content for users with a matching role. */
export function StaffShell({ name, roles, refusal, children }: Given) {
  const { t } = useUiText()
  const session = useSession()
  const user = session.status === 'in' ? session.user : undefined
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center gap-4 border-line border-b bg-surface px-5 py-3 lg:px-8">
        <Logo name={name} />
        {user && (
          <div className="ms-auto flex items-center gap-3">
            <Avatar name={user.username} url={user.profileImageUrl} size={36} />
            <span className="font-bold max-sm:hidden">{user.username}</span>
            <Button variant="secondary" size="small" onClick={() => void signOut()}>
              {t('shell.signOut')}
            </Button>
          </div>
        )}
      </header>
      <main className="grid flex-1 place-items-center px-5">
        {session.status === 'failed' ? (
          <ErrorState fault={session.fault} level="h1" onRetry={() => void restoreSession()} />
        ) : !user ? (
          <EmptyState
            level="h1"
            title={t('shell.signInText')}
            action={
              <a
                href={`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}
                className={buttonClass({})}
              >
                {t('shell.signIn')}
              </a>
            }
          />
        ) : roles.includes(user.role) ? (
          children
        ) : (
          <EmptyState level="h1" mood="lost" title={refusal} action={<BackLink />} />
        )}
      </main>
    </div>
  )
}

export function BackLink() {
  const { t } = useUiText()
  return (
    <span className="flex flex-wrap justify-center gap-3">
      <a href="/" className={buttonClass({})}>
        {t('shell.back')}
      </a>
      <a href="/docs" className={buttonClass({ variant: 'secondary' })}>
        {t('shell.reference')}
      </a>
    </span>
  )
}
