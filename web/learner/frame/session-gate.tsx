import { Outlet } from '@tanstack/react-router'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { restoreSession } from '../../ui/session/restore-session.ts'
import { useSession } from '../../ui/session/session-store.ts'

/** Shows screens to signed-in users. The router redirects other users to the sign-in and back. */
export function SessionGate() {
  const session = useSession()
  if (session.status === 'in') return <Outlet />
  if (session.status === 'failed') return <SessionFailed fault={session.fault} />
  return null
}

export function SessionFailed({ fault }: { fault: unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState fault={fault} level="h1" onRetry={() => void restoreSession()} />
    </main>
  )
}
