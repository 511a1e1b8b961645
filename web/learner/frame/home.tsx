import { lazy, Suspense } from 'react'
import { useSession } from '../../ui/session/session-store.ts'
import { AppFrame } from './app-frame.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { SessionFailed } from './session-gate.tsx'

const Landing = lazy(() => import('../screens/landing.tsx'))
const Today = lazy(() => import('../screens/today.tsx'))

/** Today for a signed-in user, the landing page for a visitor. */
export function Home() {
  const session = useSession()
  if (session.status === 'failed') return <SessionFailed fault={session.fault} />
  if (session.status === 'in')
    return (
      <AppFrame>
        <Suspense fallback={<ScreenLoading />}>
          <Today />
        </Suspense>
      </AppFrame>
    )
  return (
    <Suspense>
      <Landing />
    </Suspense>
  )
}
