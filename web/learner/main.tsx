import { RouterProvider } from '@tanstack/react-router'
import './first-view.ts'
import { readPageData } from '../ui/api/page-data.ts'
import { checkSession } from '../ui/session/restore-session.ts'
import { startApp } from '../ui/start-app.tsx'
import { CreditOnSignIn } from './first-lesson/credit-on-sign-in.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { OfflineLayer } from './offline/offline-layer.tsx'
import { OFFLINE_USER } from './offline/offline-user.ts'
import { router } from './router.tsx'

const isUserInPage = readPageData()
// The code of the opened screen loads while the session is checked.
void router.load()
const userId = localStorage.getItem(OFFLINE_USER)
void startApp(
  loadCatalogue,
  <>
    <OfflineLayer />
    <RouterProvider router={router} />
    <CreditOnSignIn />
  </>,
  () => router.load(),
  isUserInPage
    ? checkSession
    : userId
      ? () => import('./offline/restore-offline.ts').then(({ restoreOffline }) => restoreOffline(userId))
      : undefined,
)
