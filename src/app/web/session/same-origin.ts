import { commonErrors } from '../../../platform/errors.ts'

/**
 * Refuses a request that a page of another origin may have caused. Browsers put `Origin` on every POST, and no page can
 * change it; a request without one does not come from our applications.
 */
export function requireSameOrigin(request: Request, publicUrl: string): void {
  const origin = request.headers.get('origin')
  const parsed = origin === null ? null : URL.parse(origin)
  const isOurs =
    parsed !== null &&
    (parsed.origin === URL.parse(publicUrl)?.origin || parsed.host === request.headers.get('host'))
  const site = request.headers.get('sec-fetch-site')
  if (!isOurs || (site !== null && site !== 'same-origin'))
    throw commonErrors.forbidden({ message: 'Only the web application of this service may ask for this.' })
}
