import { type ReactNode, StrictMode, startTransition } from 'react'
import { Queries } from './api/queries.tsx'
import { ToastRegion } from './components/toast.tsx'
import { firstRendering } from './first-rendering.ts'
import { type LoadCatalogue, LocaleRoot } from './i18n/locale-root.tsx'
import { preferredLocale } from './i18n/locales.ts'
import { restoreSession } from './session/restore-session.ts'
import { applyTheme, chosenTheme } from './theme.ts'

interface StartOptions {
  loadScreen: () => Promise<unknown>
  /** Starts with what this device has stored; returns whether it could. */
  restoreOffline?: (() => Promise<boolean>) | undefined
  /** Whether the first rendering is divided into short tasks. The application then ends it: see `firstRendering`. */
  isDivided?: boolean
}

/**
 * Renders an application after its texts and the session are loaded, which happens concurrently, and then its first
 * screen. Until then the page shows what the service has rendered.
 */
export async function startApp(
  load: LoadCatalogue,
  app: ReactNode,
  { loadScreen, restoreOffline = async () => false, isDivided = false }: StartOptions,
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
  const root = createRoot(document.getElementById('root')!)
  const content = (
    <StrictMode>
      <Queries>
        <LocaleRoot initial={{ locale, catalogue }} load={load}>
          {app}
          <ToastRegion />
        </LocaleRoot>
      </Queries>
    </StrictMode>
  )
  if (!isDivided) return root.render(content)
  firstRendering.begin()
  startTransition(() => root.render(content))
}
