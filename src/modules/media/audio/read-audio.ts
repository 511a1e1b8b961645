import { readM4a } from './read-m4a.ts'
import { readMp3 } from './read-mp3.ts'
import { readOgg } from './read-ogg.ts'
import { readWav } from './read-wav.ts'

export interface AudioFile {
  extension: 'mp3' | 'm4a' | 'ogg' | 'wav'
  contentType: string
  /** Null if the file does not say it. */
  durationSeconds: number | null
}

/** The duration of a file that was read; undefined if it is not such a file. */
export type ReadDuration = (bytes: Buffer) => number | null | undefined

const FORMATS: [extension: AudioFile['extension'], contentType: string, read: ReadDuration][] = [
  ['wav', 'audio/wav', readWav],
  ['ogg', 'audio/ogg', readOgg],
  ['m4a', 'audio/mp4', readM4a],
  ['mp3', 'audio/mpeg', readMp3],
]

/** Detects the format by the content; undefined for any other format. Reads headers only and decodes nothing. */
export function readAudio(bytes: Uint8Array): AudioFile | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [extension, contentType, read] of FORMATS) {
    const duration = read(buffer)
    if (duration !== undefined) return { extension, contentType, durationSeconds: plausible(duration) }
  }
  return undefined
}

const MAX_SECONDS = 86_400

function plausible(seconds: number | null): number | null {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0 || seconds > MAX_SECONDS) return null
  return Math.round(seconds * 1_000) / 1_000
}
