import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Answer } from '../../packages/client/src/lyceum.ts'
import type { PageAnswer } from '../ui/api/page-data.ts'
import { settings } from '../ui/api/settings.ts'
import { LocaleRoot } from '../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale, supportedLocale } from '../ui/i18n/locales.ts'
import { Translator } from '../ui/i18n/translator.ts'
import { sessionStore } from '../ui/session/session-store.ts'
import { AppFrame } from './frame/app-frame.tsx'
import { headTags } from './public/head-tags.ts'
import { notFoundHead } from './public/page-head.ts'
import { SERVER_PAGES, type ServerPage } from './public/server-pages.ts'
import { SERVER_TEXTS } from './public/server-texts.ts'
import NotFound from './screens/not-found.tsx'
import Today, { preloadCards } from './screens/today.tsx'
import { readHome } from './today/home-reads.ts'

/*
 * Renders the first view of public pages and of the home in the service. The build bundles this file with all that it needs; the
 * service imports the bundle. The application in the browser replaces the page with an equal one.
 */

/** What `src/app/web/public-pages` gives to the renderer. */
interface PageRequest {
  /** Path and query. */
  url: string
  /** Language tags, the preferred one first. */
  languages: string[]
  publicUrl: string
  settings: typeof settings
  /** The address of the app's icon. */
  iconUrl?: string | undefined
  /** Calls an endpoint by its name in the API document. Returns undefined if it answers 404. */
  read: (operation: string, given: object) => Promise<unknown>
}

interface RenderedPage {
  status: 200 | 404
  language: string
  direction: string
  head: string
  body: string
  /** The responses in the page, for the application. */
  data: PageAnswer[]
}

export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  Object.assign(settings, request.settings)
  const language = supportedLocale(request.languages)
  const texts = new Translator(language, SERVER_TEXTS[language])
  const router = createPageRouter(request.url)
  await router.load()
  const { routeId, params, search } = router.state.matches.at(-1)!
  const page = SERVER_PAGES.find(({ path }) => path === routeId)
  const reading = page?.request?.(params as Record<string, string>, search as object)
  const answer = reading && (await request.read(reading.operation, reading.given ?? {}))
  const isFound = page !== undefined && (!reading || answer !== undefined)
  const data = isFound && reading ? [{ ...reading, answer }] : []
  const shown = isFound ? router : await createNotFoundRouter()
  const head = isFound ? page.head(texts, answer, request.publicUrl, search as object) : notFoundHead(texts)
  const canonicalUrl = isFound
    ? request.publicUrl + (head.canonicalPath ?? router.state.location.pathname)
    : undefined
  return {
    status: isFound ? 200 : 404,
    language,
    direction: LOCALES[language].direction,
    head: headTags(head, canonicalUrl, request.iconUrl),
    body: renderBody(shown, language, data),
    data,
  }
}

/** Renders Today for the user whose data `read` reads. */
export async function renderHome(request: PageRequest): Promise<RenderedPage> {
  Object.assign(settings, request.settings)
  const language = supportedLocale(request.languages)
  const [data] = await Promise.all([readHome(request.read), preloadCards()])
  const { answer } = data.find(({ operation }) => operation === 'GET /user/profile')!
  const router = createHomeRouter()
  await router.load()
  // Nothing else runs while the page is rendered, so no other page sees this user.
  sessionStore.set({ status: 'in', user: (answer as Answer<'GET /user/profile'>).data })
  try {
    return {
      status: 200,
      language,
      direction: LOCALES[language].direction,
      head: `<title>${Bun.escapeHTML(settings.siteName)}</title>`,
      body: renderBody(router, language, data),
      data,
    }
  } finally {
    sessionStore.set({ status: 'unknown' })
  }
}

function renderBody(router: AnyRouter, language: Locale, data: PageAnswer[]): string {
  return renderToString(
    <QueryClientProvider client={filledClient(data)}>
      <LocaleRoot
        initial={{ locale: language, catalogue: SERVER_TEXTS[language] }}
        load={async () => SERVER_TEXTS[language]}
      >
        <RouterProvider router={router} />
      </LocaleRoot>
    </QueryClientProvider>,
  )
}

function createHomeRouter(): AnyRouter {
  const root = createRootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <AppFrame>
        <Today />
      </AppFrame>
    ),
  })
  return createRouter({
    routeTree: root.addChildren([home]) as unknown as AnyRoute,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: true,
  })
}

function createPageRouter(url: string) {
  const root = createRootRoute()
  const others = { path: '$', Screen: NotFound } as const
  const routes = [...SERVER_PAGES, others].map(
    ({ path, Screen, ...page }: Pick<ServerPage, 'path' | 'Screen' | 'validateSearch'>) =>
      createRoute({
        getParentRoute: () => root,
        path,
        component: Screen,
        ...(page.validateSearch ? { validateSearch: page.validateSearch } : {}),
      }),
  )
  return createRouter({
    routeTree: root.addChildren(routes as never) as unknown as AnyRoute,
    history: createMemoryHistory({ initialEntries: [url] }),
    isServer: true,
  })
}

async function createNotFoundRouter() {
  const router = createPageRouter('/not/found')
  await router.load()
  return router
}

/** Without a time limit there is no timer, which would hold the client in memory. */
const FOREVER = Number.POSITIVE_INFINITY

function filledClient(data: PageAnswer[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: FOREVER, gcTime: FOREVER } } })
  for (const { operation, given, answer } of data)
    client.setQueryData(given ? [operation, given] : [operation], answer)
  return client
}
