import { JSON_TYPE, plainResponse, type ResponseContext } from './response.ts'
import { streamOf } from './stream-of.ts'

type Fields = AsyncGenerator<[name: string, value: unknown], void>

/**
 * The data of a response that is sent field by field, so that a large document is never in memory as a whole. An error
 * after the first byte closes the connection: the client gets no valid JSON.
 */
export class StreamedData {
  readonly fields: Fields
  /** Called once, when everything is sent, or when the client or an error ends the response. */
  readonly onEnd: () => void

  constructor(fields: Fields, onEnd: () => void) {
    this.fields = fields
    // Beside the stream, the owner may call it too, such as when the request is aborted.
    let hasEnded = false
    this.onEnd = () => {
      if (hasEnded) return
      hasEnded = true
      onEnd()
    }
  }
}

/** Responds with `{"success": true, "data": {…}}`. */
export function streamResponse(data: StreamedData, status: number, context: ResponseContext): Response {
  const body = streamOf(jsonParts(data.fields), data.onEnd, 'response')
  const headers = { ...JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': context.requestId }
  return plainResponse(body, status, { ...headers, ...context.headers })
}

async function* jsonParts(fields: Fields): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  yield encoder.encode('{"success":true,"data":{')
  let separator = ''
  for await (const [name, value] of fields) {
    yield encoder.encode(`${separator}${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`)
    separator = ','
  }
  yield encoder.encode('}}')
}
