import { log } from '../log.ts'
import type { Caller } from './caller.ts'

/** A request as it is logged: the declared route, because the path and the query may contain personal data and tokens. */
export interface LoggedRequest {
  method: string
  route: string
  status: number
  durationMs: number
  /** Only for requests without a context of the log. */
  requestId?: string | undefined
  caller?: Caller | undefined
}

export type LogRequest = (request: LoggedRequest) => void

/** The route of requests that match none. Their path is not logged. */
export const UNMATCHED_ROUTE = '(unmatched)'

/** Undefined if LOG_REQUESTS is off. The id of the request is in the context of the log. */
export function createRequestLog({ logsRequests }: { logsRequests: boolean }): LogRequest | undefined {
  if (!logsRequests) return undefined
  return ({ method, route, status, durationMs, requestId, caller }) =>
    log.info(
      {
        method,
        route,
        status,
        ...(requestId ? { requestId } : {}),
        ms: Math.round(durationMs * 10) / 10,
        ...(caller ? { userId: caller.userId } : {}),
        ...(caller?.viewerId ? { viewerId: caller.viewerId } : {}),
      },
      'http: request',
    )
}
