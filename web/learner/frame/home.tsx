import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sessionStore, useSession } from '../../ui/session/session-store.ts'
import { ScreenLoading } from './screen-loading.tsx'
import { SessionFailed } from './session-gate.tsx'

const Landing = lazyRouteComponent(() => import('../screens/landing.tsx'))
const Today = lazyRouteComponent(() => import('../screens/today.tsx'))
/** A visitor does not load the frame of the signed-in screens. */
export const LazyAppFrame = lazyRouteComponent(() => import('./app-frame.tsx'), 'AppFrame')

/** Whether this browser has a session, as far as it is known. The service sets the cookie with the session. */
function isSignedIn(): boolean {
  const { status } = sessionStore.get()
  return status === 'unknown' ? document.cookie.includes('lyceum_signed_in') : status === 'in'
}

/** Loads the code before the route renders, so that the page of the server is never replaced by nothing. */
export async function loadHome(): Promise<void> {
  if (!isSignedIn()) return void (await Landing.preload?.())
  await Promise.all([
    LazyAppFrame.preload?.(),
    Today.preload?.(),
    import('../screens/today.tsx').then(({ preloadCards }) => preloadCards()),
  ])
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
