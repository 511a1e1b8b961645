import { RouterProvider } from '@tanstack/react-router'
import { refusals } from '../ui/api/lyceum.ts'
import { pageAnswers, readPageData } from '../ui/api/page-data.ts'
import { queryClient } from '../ui/api/query-client.ts'
import { OfflineBanner } from '../ui/components/offline-banner.tsx'
import { checkSession } from '../ui/session/restore-session.ts'
import { startApp } from '../ui/start-app.tsx'
import { loadCatalogue } from './load-catalogue.ts'
import { router } from './router.tsx'

refusals.translate = (fault, operation) =>
  import('../ui/refusals/translate-for-staff.ts')
    .then(({ translateForStaff }) => translateForStaff(fault, operation))
    .catch(() => undefined)
const isUserInPage = readPageData()
// The frame uses the cache of queries, so it was created before the page was read.
for (const { operation, answer } of pageAnswers) queryClient.setQueryData([operation], answer)
// The code of the opened screen loads while the session is checked.
void router.load()
void startApp(
  loadCatalogue,
  <>
    <OfflineBanner />
    <RouterProvider router={router as never} />
  </>,
  { loadScreen: () => router.load(), restoreOffline: isUserInPage ? checkSession : undefined },
)
