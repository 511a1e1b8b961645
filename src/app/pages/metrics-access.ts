import type { Config } from '../../platform/config/config.ts'
import { isLoopbackHost } from '../../platform/config/loopback.ts'
import { commonErrors } from '../../platform/errors.ts'
import { constantTimeEqual, sha256 } from '../../platform/secrets.ts'

/** A proxy on this machine connects from loopback too, and adds one of these. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/**
 * Returns the check of `/metrics`: with METRICS_TOKEN, the token; otherwise in production, a direct connection from
 * this machine.
 */
export function createMetricsCheck({
  production,
  metricsToken,
}: Pick<Config, 'production' | 'metricsToken'>): (request: Request, address: string) => void {
  return (request, address) => {
    if (metricsToken !== undefined) {
      const [, token] = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      if (!constantTimeEqual(sha256((token ?? '').trim()), sha256(metricsToken)))
        throw commonErrors.unauthenticated({
          message: 'Send METRICS_TOKEN as "Authorization: Bearer <token>".',
        })
    } else if (production) {
      const isProxied = PROXY_HEADERS.some((name) => request.headers.has(name))
      if (isProxied || !isLoopbackHost(address.replace(/^::ffff:/i, '')))
        throw commonErrors.forbidden({
          message:
            'Metrics are served to this machine only. Set METRICS_TOKEN to read them from another one.',
        })
    }
  }
}
