import type { RunOptions } from '../../platform/child-process/run-in-child.ts'
import { detectImageFormat } from '../../platform/image.ts'
import { readAudio } from './audio/read-audio.ts'
import { CaptionError, sanitizeCaptions } from './captions/sanitize-captions.ts'
import { errors } from './errors.ts'
import { renderPicture } from './pictures/render-picture.ts'
import { LARGEST_FILE_BYTES, type Medium, type MediumFile, type MediumKind } from './public/medium.ts'

const MEBIBYTE = 1024 * 1024
const LIMIT_BYTES: Record<MediumKind, number> = {
  PICTURE: 10 * MEBIBYTE,
  AUDIO: LARGEST_FILE_BYTES,
  CAPTIONS: 512 * 1024,
}

/** A file to store. The end of its name is unique within its medium. */
export interface InspectedFile extends Omit<MediumFile, 'name' | 'sizeBytes'> {
  ending: string
  bytes: Uint8Array
}

export interface InspectedUpload
  extends Pick<Medium, 'kind' | 'width' | 'height' | 'placeholder' | 'durationSeconds'> {
  /** The smallest first. */
  files: InspectedFile[]
}

const NO_PICTURE = { width: null, height: null, placeholder: null }

/** Detects the kind by the content, never by the file name. Refuses everything else, above all SVG and other active content. */
export function detectKind(bytes: Uint8Array): MediumKind {
  const kind = kindOf(bytes)
  if (!kind) throw errors.medium_unsupported()
  if (bytes.byteLength > LIMIT_BYTES[kind]) throw errors.medium_too_large()
  return kind
}

function kindOf(bytes: Uint8Array): MediumKind | undefined {
  if (detectImageFormat(bytes) || isAvif(bytes)) return 'PICTURE'
  if (/^(?:\xEF\xBB\xBF)?WEBVTT(?:\s|$)/.test(Buffer.from(bytes.subarray(0, 10)).toString('latin1')))
    return 'CAPTIONS'
  return readAudio(bytes) && 'AUDIO'
}

export function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return head.slice(4, 8) === 'ftyp' && ['avif', 'avis'].includes(head.slice(8))
}

/** Reads an upload and makes the files to store. */
export async function inspectUpload(
  bytes: Uint8Array,
  kind: MediumKind,
  options: RunOptions,
): Promise<InspectedUpload> {
  if (kind === 'PICTURE') return inspectPicture(bytes, options)
  return kind === 'AUDIO' ? inspectAudio(bytes) : inspectCaptions(bytes)
}

async function inspectPicture(bytes: Uint8Array, options: RunOptions): Promise<InspectedUpload> {
  const picture = await renderPicture(bytes, options)
  if (!picture)
    throw errors.medium_unsupported({
      message: 'The picture cannot be decoded, or has more than 40 megapixels or 8192 pixels on a side.',
    })
  const files = picture.renditions.map(({ format, ...rendition }) => ({
    ...rendition,
    ending: `-${rendition.width}.${format}`,
  }))
  const { width, height, placeholder } = picture
  return { kind: 'PICTURE', width, height, placeholder, durationSeconds: null, files }
}

function inspectAudio(bytes: Uint8Array): InspectedUpload {
  const audio = readAudio(bytes)
  if (!audio) throw errors.medium_unsupported()
  const { extension, contentType, durationSeconds } = audio
  const file = { ending: `.${extension}`, contentType, width: null, height: null, bytes }
  return { kind: 'AUDIO', ...NO_PICTURE, durationSeconds, files: [file] }
}

function inspectCaptions(bytes: Uint8Array): InspectedUpload {
  const file = {
    ending: '.vtt',
    contentType: 'text/vtt; charset=utf-8',
    width: null,
    height: null,
    bytes: new TextEncoder().encode(captionsOf(bytes)),
  }
  return { kind: 'CAPTIONS', ...NO_PICTURE, durationSeconds: null, files: [file] }
}

function captionsOf(bytes: Uint8Array): string {
  const unreadable = (message: string) => errors.medium_unsupported({ details: [{ field: 'file', message }] })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('is not UTF-8')
  }
  try {
    return sanitizeCaptions(text)
  } catch (error) {
    if (error instanceof CaptionError) throw unreadable(error.message)
    throw error
  }
}
