/** Kilobits per second of layer III, by the index in the header. */
const RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const SAMPLES_PER_SECOND = [44_100, 48_000, 32_000]

interface Frame {
  bytes: number
  samples: number
  samplesPerSecond: number
  bitsPerSecond: number
  /** Where the header with the number of frames is, if the encoder wrote one. */
  infoAt: number
}

/** MPEG layer III: an ID3 tag and frames, of which the first three must follow each other. */
export function readMp3(bytes: Buffer): number | undefined {
  const start = afterTag(bytes)
  const first = frameAt(bytes, start)
  if (!first) return undefined
  const second = frameAt(bytes, start + first.bytes)
  const third = second && frameAt(bytes, start + first.bytes + second.bytes)
  if (!second || !third) return undefined
  const frames = countedFrames(bytes, start, first)
  if (frames) return (frames * first.samples) / first.samplesPerSecond
  return ((bytes.length - start) * 8) / first.bitsPerSecond
}

function afterTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return 10 + size
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return undefined
  const version = (bytes[at + 1]! >> 3) & 3
  const isLayer3 = ((bytes[at + 1]! >> 1) & 3) === 1
  if (version === 1 || !isLayer3) return undefined
  const isVersion1 = version === 3
  const kilobits = RATES[isVersion1 ? 1 : 2][bytes[at + 2]! >> 4]
  const fullRate = SAMPLES_PER_SECOND[(bytes[at + 2]! >> 2) & 3]
  if (!kilobits || !fullRate) return undefined
  const samplesPerSecond = fullRate / (isVersion1 ? 1 : version === 2 ? 2 : 4)
  const samples = isVersion1 ? 1_152 : 576
  const padding = (bytes[at + 2]! >> 1) & 1
  const isMono = bytes[at + 3]! >> 6 === 3
  const sideBytes = isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    bytes: Math.floor((samples / 8) * ((kilobits * 1_000) / samplesPerSecond)) + padding,
    samples,
    samplesPerSecond,
    bitsPerSecond: kilobits * 1_000,
    infoAt: 4 + sideBytes,
  }
}

/** The number of frames of a file with a variable rate. */
function countedFrames(bytes: Buffer, start: number, { infoAt }: Frame): number | undefined {
  const at = start + infoAt
  if (at + 12 > bytes.length || !['Xing', 'Info'].includes(bytes.toString('latin1', at, at + 4)))
    return undefined
  return bytes.readUInt32BE(at + 4) & 1 ? bytes.readUInt32BE(at + 8) : undefined
}
