/** The first and the last byte of a part. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Returns the part of a file that a request asks for: players of audio and video read files in parts. Undefined is the
 * whole file: without the header, for several parts at once, and for a header that cannot be read.
 */
export function requestedRange(request: Request, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range')?.trim() ?? '')
  if (!match || request.headers.has('if-range')) return undefined
  const [, first, last] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { from: size - length, to: size - 1 } : 'unsatisfiable'
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from < size ? { from, to } : 'unsatisfiable'
}
