/** RIFF: a list of chunks. `fmt ` has the bytes per second, `data` the samples, which must be there wholly. */
export function readWav(bytes: Buffer): number | undefined {
  if (bytes.length < 12) return undefined
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (name === 'fmt ') {
      if (size < 16 || at + 24 > bytes.length) return undefined
      bytesPerSecond = bytes.readUInt32LE(at + 16)
    }
    if (name === 'data')
      return bytesPerSecond > 0 && size > 0 && at + 8 + size <= bytes.length
        ? size / bytesPerSecond
        : undefined
    // Chunks begin at even offsets.
    at += 8 + size + (size % 2)
  }
  return undefined
}
