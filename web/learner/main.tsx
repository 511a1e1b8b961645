import { RouterProvider } from '@tanstack/react-router'
import './first-view.ts'
import { readPageData } from '../ui/api/page-data.ts'
import { startApp } from '../ui/start-app.tsx'
import { CreditOnSignIn } from './first-lesson/credit-on-sign-in.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { router } from './router.tsx'

readPageData()
// The code of the opened screen loads while the session is checked.
void router.load()
void startApp(
  loadCatalogue,
  <>
    <RouterProvider router={router} />
    <CreditOnSignIn />
  </>,
  () => router.load(),
)
