import type { Config } from '../config/config.ts'
import { isLoopbackHost } from '../config/loopback.ts'
import { commonErrors } from '../errors.ts'

const WILDCARD_ADDRESSES = new Set(['0.0.0.0', '::'])
const IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f:.]*)$/

/**
 * Development uses public secrets and listens on loopback. A web page can reach it with DNS rebinding: a name of the
 * page's own domain that leads to 127.0.0.1. This rejects the requests of such a page by their `Host`.
 *
 * A page cannot have an IP address of this machine as its host, so a server on all interfaces accepts any address. Phones
 * on the same network use one.
 */
export function createHostCheck(
  config: Pick<Config, 'environment' | 'host' | 'publicUrl'>,
): ((request: Request) => void) | undefined {
  if (config.environment !== 'development') return undefined
  const allowed = new Set(
    [config.host.toLowerCase(), new URL(config.publicUrl).hostname].map(withoutBrackets),
  )
  const allowsAddresses = WILDCARD_ADDRESSES.has(config.host)
  let lastAccepted: string | undefined
  return (request) => {
    const given = request.headers.get('host')
    // A browser always sends it.
    if (given === null || given === lastAccepted) return
    const host = withoutBrackets(given.toLowerCase().replace(/:\d+$/, ''))
    if (isLoopbackHost(host) || allowed.has(host) || (allowsAddresses && IP_ADDRESS.test(host))) {
      lastAccepted = given
      return
    }
    throw commonErrors.forbidden({
      message: 'Development serves localhost only. Set PUBLIC_URL to use another host name.',
    })
  }
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
