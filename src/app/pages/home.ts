import { plainResponse } from '../../platform/http/response.ts'
import type { PlainRoute } from '../../platform/http/server.ts'

/** Whoever opens the bare address in a browser wants to know what is here. */
export function homePages(): PlainRoute[] {
  return [{ path: '/', handle: () => plainResponse(null, 302, { location: '/docs' }) }]
}
