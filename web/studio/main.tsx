import { RouterProvider } from '@tanstack/react-router'
import { refusals } from '../ui/api/lyceum.ts'
import { OfflineBanner } from '../ui/components/offline-banner.tsx'
import { startApp } from '../ui/start-app.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { router } from './router.tsx'

refusals.translate = (fault, operation) =>
  import('../ui/refusals/translate-for-staff.ts')
    .then(({ translateForStaff }) => translateForStaff(fault, operation))
    .catch(() => undefined)
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
