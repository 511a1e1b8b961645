import { RouterProvider } from '@tanstack/react-router'
import './first-view.ts'
import { refusals, view } from '../ui/api/lyceum.ts'
import { readPageData } from '../ui/api/page-data.ts'
import { checkSession } from '../ui/session/restore-session.ts'
import { startApp } from '../ui/start-app.tsx'
import { TakeOver } from './boot/take-over.tsx'
import { CreditOnSignIn } from './first-lesson/credit-on-sign-in.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { OfflineLayer } from './offline/offline-layer.tsx'
import { OFFLINE_USER } from './offline/offline-user.ts'
import { router } from './router.tsx'
import { ViewLayer } from './view/view-layer.tsx'

refusals.translate = (fault, operation) =>
  import('../ui/refusals/translate-refusal.ts')
    .then(({ translateRefusal }) => translateRefusal(fault, operation))
    .catch(() => undefined)
// The page has the data of the browser's own session, and so has what this device has stored.
const isUserInPage = !view && readPageData()
// The code of the opened screen loads while the session is checked.
void router.load()
const userId = view ? null : localStorage.getItem(OFFLINE_USER)
void startApp(
  loadCatalogue,
  <>
    {view ? <ViewLayer view={view} /> : <OfflineLayer />}
    <RouterProvider router={router} />
    {!view && <CreditOnSignIn />}
    <TakeOver />
  </>,
  {
    loadScreen: () => router.load(),
    restoreOffline: isUserInPage
      ? checkSession
      : userId
        ? () => import('./offline/restore-offline.ts').then(({ restoreOffline }) => restoreOffline(userId))
        : undefined,
    isDivided: true,
  },
)
