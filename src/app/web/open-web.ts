import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../platform/config/config.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import type { HttpServerOptions } from '../../platform/http/server.ts'
import type { DemoUser } from '../demo/demo-users.ts'
import { AppPages } from './app-page.ts'
import { LiveReload } from './live-reload.ts'
import { PublicPages } from './public-pages/public-page.ts'
import { PublicReads } from './public-pages/public-reads.ts'
import { sitemapRoutes } from './public-pages/sitemap.ts'
import { cookieSessionRoutes } from './session/cookie-session.ts'
import { socialReturnRoute, socialSettings } from './social-return.ts'
import { WebBuild } from './web-build.ts'
import { notFoundPage, webPages } from './web-pages.ts'

/** What the HTTP server needs to serve the web applications. */
export interface OpenWeb {
  /** Before this is set, pages offer no demo accounts. */
  demoUsers: DemoUser[]
  routes: PlainRoute[]
  http: Pick<HttpServerOptions<never>, 'notFoundPage' | 'addRoutes'>
  close(): void
}

/**
 * Starts to build the web applications while the database starts. Tests build them on the first request for a page.
 */
export function openWeb(config: Config, { watch = false } = {}): OpenWeb {
  const build = new WebBuild(config.dataDir)
  const reload = watch ? new LiveReload(build) : undefined
  const settings = () => ({
    version: packageJson.version,
    signInWith: socialSettings(config),
    demoAccounts: config.production
      ? []
      : web.demoUsers.map(({ role, email, password }) => ({ role, email, password })),
  })
  const pages = new AppPages(build, settings, reload?.headLines)
  const reads = new PublicReads()
  const { publicUrl } = config
  const publicPages = new PublicPages({ build, apps: pages, reads, settings, publicUrl })
  const sessionRoutes = cookieSessionRoutes(publicUrl)
  if (config.environment !== 'test') build.current().catch(() => undefined)
  const web: OpenWeb = {
    demoUsers: [],
    routes: [
      ...webPages(build, pages, publicPages),
      socialReturnRoute(),
      ...sitemapRoutes(reads, publicUrl),
      ...(reload?.routes() ?? []),
    ],
    http: {
      notFoundPage: notFoundPage(pages, publicPages),
      addRoutes: (endpoints) => {
        reads.attach(endpoints)
        return sessionRoutes(endpoints)
      },
    },
    close: () => {
      reload?.close()
      build.close()
    },
  }
  return web
}
