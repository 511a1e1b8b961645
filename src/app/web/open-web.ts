import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../platform/config/config.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import type { HttpServerOptions } from '../../platform/http/server.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DemoUser } from '../demo/demo-users.ts'
import { AppPages } from './app-page.ts'
import { LiveReload } from './live-reload.ts'
import { PublicPages } from './public-pages/public-page.ts'
import { PublicReads } from './public-pages/public-reads.ts'
import { sitemapRoutes } from './public-pages/sitemap.ts'
import { cookieSessionRoutes } from './session/cookie-session.ts'
import type { SetupGate } from './setup/setup-gate.ts'
import { type ShownSite, SiteReader } from './site-reader.ts'
import { socialReturnRoute, socialSettings } from './social-return.ts'
import { WebBuild } from './web-build.ts'
import { notFoundPage, webPages } from './web-pages.ts'

/** What the HTTP server needs to serve the web applications. */
export interface OpenWeb {
  /** Before this is set, pages offer no demo accounts. */
  demoUsers: DemoUser[]
  /** Before this is set, pages show the default settings and no setup. */
  attach(platform: Platform, setup: SetupGate): void
  routes: PlainRoute[]
  http: Pick<HttpServerOptions<never>, 'notFoundPage' | 'addRoutes'>
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
  const settings = ({ settings: { name, language } }: ShownSite) => ({
    version: packageJson.version,
    signInWith: socialSettings(config),
    siteName: name,
    language,
    demoAccounts: config.production
      ? []
      : web.demoUsers.map(({ role, email, password }) => ({ role, email, password })),
  })
  const pages = new AppPages({ build, site, settings, headLines: reload?.headLines })
  const reads = new PublicReads()
  const { publicUrl } = config
  const publicPages = new PublicPages({ build, apps: pages, reads, site, settings, publicUrl })
  const sessionRoutes = cookieSessionRoutes(publicUrl)
  if (config.environment !== 'test') build.current().catch(() => undefined)
  const web: OpenWeb = {
    demoUsers: [],
    attach: (platform, gate) => {
      site.attach(platform)
      setup = gate
    },
    routes: [
      ...webPages({
        build,
        pages,
        publicPages,
        site,
        isSetupOpen: async () => (await setup?.isShown()) ?? false,
      }),
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
