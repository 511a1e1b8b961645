import { observedFetch } from '../../platform/outgoing-calls.ts'
import { ProviderRefusedError, ProviderUncertainError } from './public/provider.ts'

const RESPONSE_LIMIT_BYTES = 512 * 1024

export interface ProviderRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  /** Nothing is done by it, although it is a POST. */
  isReadOnly?: boolean
}

/**
 * One request to a provider. Undefined for 404; a refusal for whatever else they do not want; everything that leaves open
 * whether they did it is `ProviderUncertain`. What they wrote is not passed on: some repeat what we sent.
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
      // Elsewhere our key would be a stranger's.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    text = await response.text()
  } catch (fault) {
    throw uncertain(fault instanceof Error ? `no answer: ${fault.name}` : 'no answer')
  }
  if (response.status === 404) return undefined
  if (response.status === 408 || response.status === 429 || response.status >= 500)
    throw uncertain(`status ${response.status}`)
  if (!response.ok) throw new ProviderRefusedError(`status ${response.status}`)
  if (text.length > RESPONSE_LIMIT_BYTES) throw uncertain('the answer is too long')
  try {
    return JSON.parse(text)
  } catch {
    throw uncertain('the answer is no JSON')
  }
}

/** A moment that they name; undefined when it is none. */
export function parseTimestamp(text: string | undefined): Date | undefined {
  const timestamp = new Date(text ?? '')
  return Number.isNaN(timestamp.getTime()) ? undefined : timestamp
}

/** An answer that is not what was agreed leaves open what they did. */
export function parseResponse<Value>(
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  response: unknown,
): Value {
  const outcome = schema.safeParse(response)
  if (!outcome.success) throw new ProviderUncertainError('the answer is not understood')
  return outcome.data
}
