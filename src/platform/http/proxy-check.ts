import { log } from '../log.ts'
import { clientAddress, forwardedFor } from './client-address.ts'

/** Fewer requests prove nothing: a client may send any header, and monitoring may come around the proxy. */
const REQUESTS_NEEDED = 20

const PRIVATE =
  /^(?:(?:::ffff:)?(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * Notices that TRUST_PROXY_HOPS does not match the proxies in front of the service. All clients then seem to come from one
 * network: they share rate limits, and count as related in battles for gems.
 */
export class ProxyCheck {
  #mismatches = 0
  #isDecided = false
  isSuspicious = false

  /** Counts implausible requests; a request from a plausible address ends the check. */
  observe(request: Request, trustedHops: number, peer: string | undefined): void {
    if (this.#isDecided) return
    const verdict = judge(request, trustedHops, peer)
    if (verdict === 'mismatch') this.#mismatches++
    this.#isDecided = verdict === 'match' || this.#mismatches >= REQUESTS_NEEDED
    if (verdict !== 'mismatch' || !this.#isDecided) return
    this.isSuspicious = true
    log.warn(
      { trustedHops, peer, forwardedFor: request.headers.get('x-forwarded-for') },
      'http: TRUST_PROXY_HOPS does not match the proxies in front of the service, so all clients seem to share one network. Set it to the number of your proxies.',
    )
  }
}

function judge(
  request: Request,
  trustedHops: number,
  peer: string | undefined,
): 'match' | 'mismatch' | 'unknown' {
  const hops = forwardedFor(request)
  if (hops.length < trustedHops) return 'mismatch'
  if (!PRIVATE.test(clientAddress(request, trustedHops, peer))) return 'match'
  // A client inside the own network is plausible, unless the proxy names an address outside.
  return hops.some((hop) => !PRIVATE.test(hop)) ? 'mismatch' : 'unknown'
}
