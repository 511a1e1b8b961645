import { observedFetch } from '../../platform/outgoing-calls.ts'
import { ProviderRefusedError, ProviderUncertainError } from './public/provider.ts'

const RESPONSE_LIMIT_BYTES = 512 * 1024

export interface ProviderRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  /** True for a POST that changes nothing at the provider. Defaults to true for GET. */
  isReadOnly?: boolean
}

/**
 * Sends a request to a provider. Returns undefined for 404. Throws `ProviderRefusedError` for other 4xx statuses, and
 * `ProviderUncertainError` if the request may have been executed. Errors never contain the response text, because some
 * providers repeat our request in it.
 */
export async function callProvider(request: ProviderRequest): Promise<unknown> {
  const { url, method, headers, body, timeoutMs, isReadOnly = method === 'GET' } = request
  const uncertain = (message: string) =>
    new ProviderUncertainError(message, { mayHaveTakenEffect: !isReadOnly })
  let response: Response
  let text: string
  try {
    response = await observedFetch('payments', url, {
      method,
      headers: { accept: 'application/json', ...headers },
      // A redirect would send our key to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    text = await response.text()
  } catch (error) {
    throw uncertain(error instanceof Error ? `no response: ${error.name}` : 'no response')
  }
  if (response.status === 404) return undefined
  if (response.status === 408 || response.status === 429 || response.status >= 500)
    throw uncertain(`status ${response.status}`)
  if (!response.ok) throw new ProviderRefusedError(`status ${response.status}`)
  if (text.length > RESPONSE_LIMIT_BYTES) throw uncertain('the response is too long')
  try {
    return JSON.parse(text)
  } catch {
    throw uncertain('the response is not JSON')
  }
}

/** Returns undefined if the text is not a timestamp. */
export function parseTimestamp(text: string | undefined): Date | undefined {
  const timestamp = new Date(text ?? '')
  return Number.isNaN(timestamp.getTime()) ? undefined : timestamp
}

/** Throws `ProviderUncertainError` if the response does not match: the request may have been executed. */
export function parseResponse<Value>(
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  response: unknown,
): Value {
  const outcome = schema.safeParse(response)
  if (!outcome.success) throw new ProviderUncertainError('the response does not match the schema')
  return outcome.data
}
