import { RenderedJson } from './answer.ts'
import { type Endpoint, Reply } from './endpoint.ts'

/** What a handler gave, in the envelope of its endpoint. An answer that is given out often is rendered once. */
export function render({ answer }: Endpoint, result: unknown, check: boolean): RenderedJson {
  if (!(result instanceof Reply)) return new RenderedJson(renderText(answer, result, undefined, check))
  result.rendered ??= new RenderedJson(renderText(answer, result.data, result, check))
  return result.rendered
}

function renderText(
  answer: Endpoint['answer'],
  data: unknown,
  reply: Reply<unknown> | undefined,
  check: boolean,
): string {
  if (check && answer.data) answer.data.parse(data)
  if (answer.bare) return JSON.stringify(data)
  const message = reply?.message ?? answer.message
  const envelope: Record<string, unknown> = { success: true }
  if (answer.data) envelope.data = data
  if (reply?.meta) envelope.meta = reply.meta
  if (message) envelope.message = message
  return JSON.stringify(envelope)
}
