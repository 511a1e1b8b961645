/** Ogg with Opus or Vorbis and nothing else. The last page says how many samples there are. */
export function readOgg(bytes: Buffer): number | null | undefined {
  const first = pageAt(bytes, 0)
  if (first?.position !== 0n) return undefined
  const head = bytes.subarray(first.content, first.end)
  const codec = readCodec(head)
  if (!codec) return undefined
  const lastAt = bytes.lastIndexOf('OggS')
  const last = pageAt(bytes, lastAt)
  // A file that was cut ends inside a page.
  if (!last || lastAt === 0 || last.end !== bytes.length || last.stream !== first.stream) return undefined
  return last.position > 0n ? (Number(last.position) - codec.skippedSamples) / codec.samplesPerSecond : null
}

function readCodec(head: Buffer): { samplesPerSecond: number; skippedSamples: number } | undefined {
  if (head.length >= 19 && head.toString('latin1', 0, 8) === 'OpusHead')
    return { samplesPerSecond: 48_000, skippedSamples: head.readUInt16LE(10) }
  if (head.length >= 30 && head.toString('latin1', 0, 7) === '\x01vorbis') {
    const samplesPerSecond = head.readUInt32LE(12)
    return samplesPerSecond > 0 ? { samplesPerSecond, skippedSamples: 0 } : undefined
  }
  return undefined
}

interface OggPage {
  position: bigint
  stream: number
  content: number
  end: number
}

function pageAt(bytes: Buffer, at: number): OggPage | undefined {
  if (at < 0 || at + 27 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined
  const segments = bytes[at + 26]!
  const content = at + 27 + segments
  if (content > bytes.length) return undefined
  const size = bytes.subarray(at + 27, content).reduce((sum, length) => sum + length, 0)
  const end = content + size
  if (end > bytes.length) return undefined
  return { position: bytes.readBigInt64LE(at + 6), stream: bytes.readUInt32LE(at + 14), content, end }
}
