import packageJson from '../../../package.json' with { type: 'json' }
import { logoPath } from '../../modules/site-settings/public/site-logo.ts'
import type { Config } from '../../platform/config/config.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import type { HttpServerOptions } from '../../platform/http/server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DemoUser } from '../demo/demo-users.ts'
import { AppPages } from './app-page.ts'
import { LiveReload } from './live-reload.ts'
import { createConsolePage } from './public-pages/console-page.ts'
import { EndpointReads } from './public-pages/endpoint-reads.ts'
import type { FindUser, PageSessions } from './public-pages/page-deps.ts'
import { PageRenderer } from './public-pages/page-renderer.ts'
import { createPublicPages } from './public-pages/public-page.ts'
import { sitemapRoutes } from './public-pages/sitemap.ts'
import { cookieSessionRoutes } from './session/cookie-session.ts'
import { SessionCookies } from './session/cookies.ts'
import type { SetupGate } from './setup/setup-gate.ts'
import { type ShownSite, SiteReader } from './site-reader.ts'
import { socialReturnRoute, socialSettings } from './social-return.ts'
import { VisitCounter } from './visit-counter.ts'
import { WebBuild } from './web-build.ts'
import { notFoundPage, webPages } from './web-pages.ts'

/** What the HTTP server needs to serve the web applications. */
export interface OpenWeb {
  /** Before this is set, pages offer no demo accounts. */
  demoUsers: DemoUser[]
  /** Before this is set, pages show the default settings and no setup. */
  attach(platform: Platform, setup: SetupGate, sessions: PageSessions): void
  routes: PlainRoute[]
  http: Pick<HttpServerOptions<never>, 'notFoundPage' | 'addRoutes'>
  /** Stores the visits that were counted; before the database closes. */
  storeVisits(): Promise<void>
  close(): void
}

/**
 * Starts to build the web applications while the database starts. Tests build them on the first request for a page.
 */
export function openWeb(config: Config, { watch = false } = {}): OpenWeb {
  const build = new WebBuild(config.webBuildDir)
  const reload = watch ? new LiveReload(build) : undefined
  const site = new SiteReader()
  let setup: SetupGate | undefined
  const settings = ({ settings: { name, language, logoId } }: ShownSite) => ({
    version: packageJson.version,
    signInWith: socialSettings(config),
    hasWalletPass: config.walletPass !== undefined,
    siteName: name,
    siteLogo: logoPath({ logoId }),
    language,
    demoAccounts: config.production
      ? []
      : web.demoUsers.map(({ role, email, password }) => ({ role, email, password })),
  })
  const visits = new VisitCounter()
  const pages = new AppPages({ build, site, settings, headLines: reload?.headLines })
  const reads = new EndpointReads()
  const { publicUrl } = config
  const renderer = new PageRenderer()
  const deps = { build, apps: pages, reads, renderer, site, settings, publicUrl }
  const cookies = new SessionCookies(publicUrl)
  let sessions: PageSessions | undefined
  const findUser: FindUser = async (request) => {
    const refreshToken = cookies.read(request)
    const caller = refreshToken && (await sessions?.find(refreshToken))
    return caller ? { caller, token: sessions!.signToken(caller) } : undefined
  }
  const consolePage = createConsolePage({ apps: pages, reads, findUser })
  const publicPage = createPublicPages({ ...deps, findUser })
  const isSetupOpen = async () => (await setup?.isShown()) ?? false
  const sessionRoutes = cookieSessionRoutes(publicUrl, cookies)
  if (config.environment !== 'test') build.current().catch(() => undefined)
  const web: OpenWeb = {
    demoUsers: [],
    attach: (platform, gate, found) => {
      site.attach(platform)
      visits.attach(platform)
      sessions = found
      setup = gate
    },
    routes: [
      ...webPages({ build, pages, publicPage, consolePage, site, visits, isSetupOpen }),
      socialReturnRoute(),
      ...sitemapRoutes(reads, publicUrl),
      ...(reload?.routes() ?? []),
    ],
    http: {
      notFoundPage: notFoundPage(pages, publicPage),
      addRoutes: (endpoints) => {
        reads.attach(endpoints)
        return sessionRoutes(endpoints)
      },
    },
    storeVisits: () => visits.store(),
    close: () => {
      reload?.close()
      build.close()
    },
  }
  return web
}
