import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sessionStore, useSession } from '../../ui/session/session-store.ts'
import { ScreenLoading } from './screen-loading.tsx'
import { SessionFailed } from './session-gate.tsx'

const Landing = lazyRouteComponent(() => import('../screens/landing.tsx'))
const Today = lazyRouteComponent(() => import('../screens/today.tsx'))
/** A visitor does not load the frame of the signed-in screens. */
export const LazyAppFrame = lazyRouteComponent(() => import('./app-frame.tsx'), 'AppFrame')

/** Loads the code before the route renders, so that the landing page of the server is never replaced by nothing. */
export async function loadHome(): Promise<void> {
  const screens = sessionStore.get().status === 'in' ? [LazyAppFrame, Today] : [Landing]
  await Promise.all(screens.map((screen) => screen.preload?.()))
}

/** Today for a signed-in user, the landing page for a visitor. */
export function Home() {
  const session = useSession()
  if (session.status === 'failed') return <SessionFailed fault={session.fault} />
  if (session.status === 'in')
    return (
      <LazyAppFrame>
        <Suspense fallback={<ScreenLoading />}>
          <Today />
        </Suspense>
      </LazyAppFrame>
    )
  return (
    <Suspense>
      <Landing />
    </Suspense>
  )
}
