import { OfflineBanner } from '../ui/components/offline-banner.tsx'
import { startApp } from '../ui/start-app.tsx'
import { Frame } from './frame.tsx'
import { loadCatalogue } from './load-catalogue.ts'

void startApp(
  loadCatalogue,
  <>
    <OfflineBanner />
    <Frame />
  </>,
)
