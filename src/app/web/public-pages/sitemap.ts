import type { PlainRoute } from '../../../platform/http/plain-route.ts'
import { etagResponse } from '../../../platform/http/response.ts'
import type { EndpointReads } from './endpoint-reads.ts'

const PAGE_SIZE = 100
const FIXED = ['/', '/courses', '/paths', '/leaderboards']
const HOUR = 'public, max-age=3600'

interface ListAnswer {
  data: { id: string }[]
  meta?: { total: number }
}

/** What search engines may visit: the published content. Profiles are not listed. */
export function sitemapRoutes(reads: EndpointReads, publicUrl: string): PlainRoute[] {
  async function listCourseIds(request: Request): Promise<string[]> {
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const given = { query: { page, limit: PAGE_SIZE } }
      const { data, meta } = (await reads.readPublic(request, 'GET /public/courses', given)) as ListAnswer
      ids.push(...data.map(({ id }) => id))
      if (data.length === 0 || ids.length >= meta!.total) return ids
    }
  }

  return [
    {
      path: '/sitemap.xml',
      handle: async (request) => {
        const paths = (await reads.readPublic(request, 'GET /public/paths', {})) as ListAnswer
        const addresses = [
          ...FIXED,
          ...(await listCourseIds(request)).map((id) => `/courses/${id}`),
          ...paths.data.map(({ id }) => `/paths/${id}`),
        ]
        const urls = addresses.map(
          (address) => `<url><loc>${Bun.escapeHTML(publicUrl + address)}</loc></url>`,
        )
        const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
        return etagResponse(
          text,
          { 'content-type': 'application/xml; charset=utf-8', 'cache-control': HOUR },
          request,
        )
      },
    },
    {
      path: '/robots.txt',
      handle: (request) => {
        // Profiles stay open for link previews; their pages ask not to be indexed.
        const closed = ['/api/', '/web/', '/studio', '/console', '/sign-in', '/sign-up', '/try']
        const lines = [
          'User-agent: *',
          ...closed.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${publicUrl}/sitemap.xml`,
        ]
        return etagResponse(
          `${lines.join('\n')}\n`,
          { 'content-type': 'text/plain; charset=utf-8', 'cache-control': HOUR },
          request,
        )
      },
    },
  ]
}
