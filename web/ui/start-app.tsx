import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from './api/lyceum.ts'
import { ToastRegion } from './components/toast.tsx'
import { type LoadCatalogue, LocaleRoot } from './i18n/locale-root.tsx'
import { preferredLocale } from './i18n/locales.ts'
import { restoreSession } from './session/restore-session.ts'
import { applyTheme, chosenTheme } from './theme.ts'

/**
 * Renders an application after its texts and the session are loaded, which happens concurrently, and then its first
 * screen. Until then the page shows what the service has rendered.
 */
export async function startApp(
  load: LoadCatalogue,
  app: ReactNode,
  loadScreen: () => Promise<unknown> = async () => undefined,
  /** Starts with what this device has stored; returns whether it could. */
  restoreOffline: () => Promise<boolean> = async () => false,
): Promise<void> {
  applyTheme(chosenTheme())
  const locale = preferredLocale()
  // A file of its own: a slow phone runs it in another task than the application.
  const [{ createRoot }, catalogue] = await Promise.all([
    import('react-dom/client'),
    load(locale),
    restoreOffline().then(async (isRestored) => {
      if (!isRestored) await restoreSession()
    }),
  ])
  await loadScreen()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LocaleRoot initial={{ locale, catalogue }} load={load}>
          {app}
          <ToastRegion />
        </LocaleRoot>
      </QueryClientProvider>
    </StrictMode>,
  )
}
