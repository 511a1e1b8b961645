import { settings } from '../../ui/api/settings.ts'
import type { PageHead } from './page-head.ts'

/** The HTML of a page's head. Course texts and names are escaped, because authors and users write them. */
export function headTags(head: PageHead, canonicalUrl: string | undefined, iconUrl?: string): string {
  const { title, description, image, jsonLd, isIndexed = true } = head
  const properties = {
    'og:site_name': settings.siteName,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonicalUrl,
    // A shared link without a picture of its own shows the icon of the app.
    'og:image': image ?? iconUrl,
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    ...(canonicalUrl ? [`<link rel="canonical" href="${escapeHtml(canonicalUrl)}">`] : []),
    ...Object.entries(properties).flatMap(([name, value]) =>
      value === undefined ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
    ),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    ...(jsonLd ? [jsonElement('application/ld+json', { '@context': 'https://schema.org', ...jsonLd })] : []),
  ].join('\n')
}

/** Data, not a script: browsers do not run these types. `<` is escaped, so that no value can end the element. */
function jsonElement(type: string, value: object): string {
  return `<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
