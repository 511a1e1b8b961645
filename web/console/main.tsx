import { RouterProvider } from '@tanstack/react-router'
import { OfflineBanner } from '../ui/components/offline-banner.tsx'
import { startApp } from '../ui/start-app.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { router } from './router.tsx'

// The code of the opened screen loads while the session is checked.
void router.load()
void startApp(
  loadCatalogue,
  <>
    <OfflineBanner />
    <RouterProvider router={router as never} />
  </>,
  { loadScreen: () => router.load() },
)
