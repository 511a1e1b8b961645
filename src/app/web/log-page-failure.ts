import { toRefusal } from '../../platform/http/response.ts'
import { log } from '../../platform/log.ts'

/**
 * Logs why a page, or a part of it, cannot be rendered. An outage is logged as for requests of the API: a line a minute, not one for
 * each visitor.
 */
export function logPageFailure(error: unknown, message: string, fields: Record<string, unknown> = {}): void {
  if (toRefusal(error) === undefined) log.warn({ error: String(error), ...fields }, `web: ${message}`)
}
