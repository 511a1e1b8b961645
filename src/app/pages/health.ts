import { createSingleflight } from '../../platform/concurrency/singleflight.ts'
import type { Database } from '../../platform/db/database.ts'
import { requireServerVersion, ServerVersionError } from '../../platform/db/server-version.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { METRICS_CONTENT_TYPE, metricsText } from '../../platform/metrics.ts'

export interface ReadinessCheck {
  name: string
  /** Whether the process is not ready while this check fails. Default: true. */
  isVital?: boolean
  /** Returns true, or why it fails as a sentence, or false. */
  check: () => Promise<Finding> | Finding
}

type Finding = boolean | string

export function databaseCheck(database: Database): ReadinessCheck {
  return {
    name: 'database',
    check: async () => {
      try {
        await requireServerVersion(database.query)
        return true
      } catch (error) {
        return error instanceof ServerVersionError && error.message
      }
    },
  }
}

/** The health pages have no rate limit. Concurrent requests share one run of the checks. */
export function healthPages(
  checks: ReadinessCheck[],
  checkMetricsAccess: PlainRoute['checkAccess'],
  isDraining: () => boolean = () => false,
): PlainRoute[] {
  const runOnce = createSingleflight<CheckOutcome[]>()
  return [
    { path: '/health/live', isMonitoring: true, handle: () => jsonPage({ status: 'live' }, 200) },
    {
      path: '/health/ready',
      isMonitoring: true,
      handle: async () => {
        if (isDraining()) return jsonPage({ status: 'draining', checks: {} }, 503)
        const outcomes = await runOnce('ready', () => Promise.all(checks.map(outcomeOf)))
        const ready = outcomes.every(({ allowsRequests }) => allowsRequests)
        return jsonPage(
          {
            status: ready ? 'ready' : 'not ready',
            checks: Object.fromEntries(outcomes.map(({ name, outcome }) => [name, outcome])),
            ...reasonsOf(outcomes),
          },
          ready ? 200 : 503,
        )
      },
    },
    {
      path: '/metrics',
      isMonitoring: true,
      checkAccess: checkMetricsAccess,
      handle: async () => plainResponse(await metricsText(), 200, { 'content-type': METRICS_CONTENT_TYPE }),
    },
  ]
}

interface CheckOutcome {
  name: string
  outcome: 'ok' | 'failing'
  allowsRequests: boolean
  reason: string | undefined
}

async function outcomeOf({ name, isVital = true, check }: ReadinessCheck): Promise<CheckOutcome> {
  const found = await Promise.resolve()
    .then(check)
    .catch(() => false)
  const works = found === true
  return {
    name,
    outcome: works ? 'ok' : 'failing',
    allowsRequests: works || !isVital,
    reason: typeof found === 'string' ? found : undefined,
  }
}

/** The sentences of the checks that fail, for the operator. They contain no secret and no data. */
function reasonsOf(outcomes: CheckOutcome[]): { reasons?: Record<string, string> } {
  const known = outcomes.flatMap(({ name, reason }) => (reason ? [[name, reason] as const] : []))
  return known.length > 0 ? { reasons: Object.fromEntries(known) } : {}
}

function jsonPage(body: object, status: number): Response {
  return plainResponse(JSON.stringify(body), status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  })
}
