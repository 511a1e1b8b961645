import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sessionStore, useSession } from '../../ui/session/session-store.ts'
import { AppFrame } from './app-frame.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { SessionFailed } from './session-gate.tsx'

const Landing = lazyRouteComponent(() => import('../screens/landing.tsx'))
const Today = lazyRouteComponent(() => import('../screens/today.tsx'))

/** Loads the code before the route renders, so that the landing page of the server is never replaced by nothing. */
export async function loadHome(): Promise<void> {
  await (sessionStore.get().status === 'in' ? Today : Landing).preload?.()
}

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
