import { type Endpoint, Reply } from './endpoint.ts'
import { RenderedJson } from './response.ts'

/**
 * Puts a handler's result into the envelope of its endpoint. A reply that is returned often is rendered once.
 */
export function renderResponse({ response }: Endpoint, result: unknown, check: boolean): RenderedJson {
  if (!(result instanceof Reply)) return new RenderedJson(renderText(response, result, undefined, check))
  result.rendered ??= new RenderedJson(renderText(response, result.data, result, check))
  return result.rendered
}

function renderText(
  response: Endpoint['response'],
  data: unknown,
  reply: Reply<unknown> | undefined,
  check: boolean,
): string {
  if (check && response.data) response.data.parse(data)
  if (response.withoutEnvelope) return JSON.stringify(data)
  const message = reply?.message ?? response.message
  const envelope: Record<string, unknown> = { success: true }
  if (response.data) envelope.data = data
  if (reply?.meta) envelope.meta = reply.meta
  if (message) envelope.message = message
  return JSON.stringify(envelope)
}
