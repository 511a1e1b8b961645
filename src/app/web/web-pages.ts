import { CONSOLE_PATHS } from '../../../web/console/paths.ts'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../../../web/learner/paths.ts'
import { STUDIO_PATHS } from '../../../web/studio/paths.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { pathOf } from '../../platform/http/request-url.ts'
import type { AppName, AppPages } from './app-page.ts'
import type { PublicPages } from './public-pages/public-page.ts'
import { serveAsset } from './serve-asset.ts'
import { serveBuildFile } from './serve-build-file.ts'
import type { WebBuild } from './web-build.ts'

/** Paths of API clients: an unknown path below them gets the 404 response of the API. */
const NOT_PAGES = /^\/(?:api|web|assets|files|ipfs|docs|dev|health|metrics|\.well-known)(?:\/|$)|\.\w+$/

/** The addresses of the applications, and the files that they load. */
export function webPages(build: WebBuild, pages: AppPages, publicPages: PublicPages): PlainRoute[] {
  const routesOf = (app: AppName, paths: readonly string[]): PlainRoute[] =>
    paths.map((path) => ({ path, handle: (request) => pages.answer(app, request) }))
  return [
    ...PUBLIC_PATHS.map((path): PlainRoute => ({ path, handle: (request) => publicPages.answer(request) })),
    ...routesOf('learner', LEARNER_PATHS),
    ...routesOf('studio', STUDIO_PATHS),
    ...routesOf('console', CONSOLE_PATHS),
    {
      path: '/assets/:name',
      handle: async (request, { name = '' }) => serveAsset(await build.current(), name, request),
    },
    {
      path: '/sw.js',
      handle: async (request) => serveBuildFile(await build.current(), 'sw.js', request),
    },
    {
      path: '/manifest.webmanifest',
      handle: async (request) => serveBuildFile(await build.current(), 'manifest.webmanifest', request),
    },
  ]
}

/** Returns a not-found page to a browser, and undefined to an API client. */
export function notFoundPage(
  pages: AppPages,
  publicPages: PublicPages,
): (request: Request) => Promise<Response> | undefined {
  return (request) => {
    const path = pathOf(request)
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    if (request.method !== 'GET' || !wantsPage || NOT_PAGES.test(path)) return undefined
    const app = /^\/(studio|console)(?:\/|$)/.exec(path)?.[1] as AppName | undefined
    return app ? pages.answer(app, request, 404) : publicPages.answer(request)
  }
}
