import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { restoreSession } from '../../ui/session/restore-session.ts'
import { useSession } from '../../ui/session/session-store.ts'

/** Lets signed-in users pass; others sign in first and come back. */
export function SessionGate() {
  const session = useSession()
  const { href } = useLocation()
  if (session.status === 'in') return <Outlet />
  if (session.status === 'failed') return <SessionFailed fault={session.fault} />
  return <Navigate to="/sign-in" search={{ next: href }} replace />
}

export function SessionFailed({ fault }: { fault: unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState fault={fault} level="h1" onRetry={() => void restoreSession()} />
    </main>
  )
}
