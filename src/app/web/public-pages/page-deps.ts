import type { AppPages, WebSettings } from '../app-page.ts'
import type { ShownSite, SiteReader } from '../site-reader.ts'
import type { WebBuild } from '../web-build.ts'
import type { EndpointReads } from './endpoint-reads.ts'
import type { PageRenderer } from './page-renderer.ts'

/** What a page needs that the service renders. */
export interface PageDeps {
  build: WebBuild
  apps: AppPages
  reads: EndpointReads
  renderer: PageRenderer
  site: SiteReader
  settings: (site: ShownSite) => WebSettings
  publicUrl: string
}
