const HEADER_END = Buffer.from('\r\n\r\n')
const CARRIAGE_RETURN = 13

/** A complete response: the status, and the length of headers and body together. */
export type ReceivedResponse = { status: number; bytes: number }

/**
 * Reads the responses of one keep-alive HTTP/1.1 connection with one open request at a time. Parses as little
 * as possible, because its CPU time is taken from the servers.
 */
export class HttpResponseReader {
  #pending: Buffer | undefined

  /** Consumes received bytes; returns the response when it is complete, otherwise undefined. */
  push(arrived: Buffer): ReceivedResponse | undefined {
    const bytes = this.#pending ? Buffer.concat([this.#pending, arrived]) : arrived
    const length = responseLength(bytes)
    if (length === undefined || length > bytes.length) {
      // The runtime reuses its receive buffer, so the rest is copied.
      this.#pending = this.#pending ? bytes : Buffer.from(bytes)
      return undefined
    }
    if (length < bytes.length) throw new Error('more bytes arrived than the answer has')
    this.#pending = undefined
    return { status: statusOf(bytes), bytes: length }
  }
}

function statusOf(bytes: Buffer): number {
  return (bytes[9]! - 48) * 100 + (bytes[10]! - 48) * 10 + (bytes[11]! - 48)
}

function responseLength(bytes: Buffer): number | undefined {
  const headerEnd = bytes.indexOf(HEADER_END)
  if (headerEnd < 0) return undefined
  const bodyStart = headerEnd + HEADER_END.length
  const headers = bytes.toString('latin1', 0, bodyStart)
  const contentLength = /\r\ncontent-length: *(\d+)\r\n/i.exec(headers)
  if (contentLength) return bodyStart + Number(contentLength[1])
  if (/\r\ntransfer-encoding: *chunked\r\n/i.test(headers)) return endOfChunks(bytes, bodyStart)
  throw new Error('an answer has neither a content length nor chunks')
}

function endOfChunks(bytes: Buffer, bodyStart: number): number | undefined {
  let position = bodyStart
  for (;;) {
    const lineEnd = bytes.indexOf(CARRIAGE_RETURN, position)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16)
    if (Number.isNaN(size)) throw new Error('a chunk has no size')
    const next = lineEnd + 2 + size + 2
    if (next > bytes.length) return undefined
    if (size === 0) return next
    position = next
  }
}
