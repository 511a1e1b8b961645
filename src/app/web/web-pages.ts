import { CONSOLE_PATHS } from '../../../web/console/paths.ts'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../../../web/learner/paths.ts'
import { STUDIO_PATHS } from '../../../web/studio/paths.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { pathOf } from '../../platform/http/request-url.ts'
import { plainResponse } from '../../platform/http/response.ts'
import type { AppName, AppPages } from './app-page.ts'
import { serveAsset } from './serve-asset.ts'
import { serveManifest, serveWorker } from './serve-build-file.ts'
import type { SiteReader } from './site-reader.ts'
import type { VisitCounter } from './visit-counter.ts'
import type { WebBuild } from './web-build.ts'

const START_PATH = '/'
const SETUP_PAGE = '/setup'

/** Paths of API clients: an unknown path below them gets the 404 response of the API. */
const NOT_PAGES = /^\/(?:api|web|assets|files|ipfs|docs|dev|health|metrics|\.well-known)(?:\/|$)|\.\w+$/

type AnswerPage = (request: Request) => Promise<Response>

interface WebPageDeps {
  build: WebBuild
  pages: AppPages
  publicPage: AnswerPage
  consolePage: AnswerPage
  site: SiteReader
  visits: VisitCounter
  /** Whether the site waits for its first administrator. */
  isSetupOpen: () => Promise<boolean>
}

/** The addresses of the applications, and the files that they load. */
export function webPages(deps: WebPageDeps): PlainRoute[] {
  const { build, pages, publicPage, consolePage, site, visits, isSetupOpen } = deps
  const routesOf = (app: AppName, paths: readonly string[]): PlainRoute[] =>
    paths.map((path) => ({ path, handle: (request) => pages.answer(app, request) }))
  const answerPublic = (request: Request, now: Date) => {
    visits.count(request, now)
    return publicPage(request)
  }
  return [
    {
      path: START_PATH,
      handle: async (request, _, now) =>
        (await isSetupOpen()) ? redirectTo(SETUP_PAGE) : answerPublic(request, now),
    },
    {
      path: SETUP_PAGE,
      handle: async (request) =>
        (await isSetupOpen()) ? pages.answer('learner', request) : redirectTo(START_PATH),
    },
    ...PUBLIC_PATHS.filter((path) => path !== START_PATH).map(
      (path): PlainRoute => ({ path, handle: (request, _, now) => answerPublic(request, now) }),
    ),
    ...routesOf(
      'learner',
      LEARNER_PATHS.filter((path) => path !== SETUP_PAGE),
    ),
    ...routesOf('studio', STUDIO_PATHS),
    ...CONSOLE_PATHS.map((path): PlainRoute => ({ path, handle: consolePage })),
    {
      path: '/assets/:name',
      handle: async (request, { name = '' }) => serveAsset(await build.current(), name, request),
    },
    {
      path: '/sw.js',
      handle: async (request) => serveWorker(await build.current(), request),
    },
    {
      path: '/manifest.webmanifest',
      handle: async (request) =>
        serveManifest(await build.current(), (await site.current()).settings, request),
    },
  ]
}

/** Not stored: the answer changes with the first run. */
function redirectTo(location: string): Response {
  return plainResponse(null, 302, { location, 'cache-control': 'no-store' })
}

/** Returns a not-found page to a browser, and undefined to an API client. */
export function notFoundPage(
  pages: AppPages,
  publicPage: AnswerPage,
): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const path = pathOf(request)
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    if (request.method !== 'GET' || !wantsPage || NOT_PAGES.test(path)) return undefined
    const app = /^\/(studio|console)(?:\/|$)/.exec(path)?.[1] as AppName | undefined
    return app ? pages.answer(app, request, 404) : publicPage(request)
  }
}
