import { createHash } from 'node:crypto'
import { describeError } from '../describe-error.ts'
import { commonErrors, Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { sha256 } from '../secrets.ts'
import { isStorableText, parseUntrustedJson } from './untrusted-json.ts'

export const JSON_LIMIT_BYTES = 64 * 1024
const MAX_PARTS = 64

/** The parsed body, and a digest that identifies a repeated request. */
export interface RequestBody {
  value: unknown
  /** The raw body; empty for an upload. */
  bytes: Uint8Array
  files: Map<string, File[]>
  readonly fingerprint: Buffer
}

export interface UploadRules {
  /** Names of the file parts; others are ignored. */
  parts: readonly string[]
  limitBytes: number
}

const NO_FILES: Map<string, File[]> = new Map()
const NO_BYTES = new Uint8Array()

/**
 * Reads a JSON body, or a multipart one where the endpoint accepts uploads, up to its limit. `verifySender`
 * may refuse the bytes before they are parsed.
 */
export async function readBody(
  request: Request,
  upload?: UploadRules,
  verifySender?: (bytes: Uint8Array) => void,
): Promise<RequestBody> {
  if (upload && isMultipart(request)) return readMultipart(request, upload)
  const mediaType = mediaTypeOf(request)
  const bytes = await readLimited(request, JSON_LIMIT_BYTES)
  verifySender?.(bytes)
  if (
    bytes.byteLength > 0 &&
    mediaType !== '' &&
    mediaType !== 'application/json' &&
    !mediaType.endsWith('+json')
  ) {
    throw commonErrors.unsupported_media_type({
      message: upload
        ? 'Send application/json or multipart/form-data.'
        : 'Send the body as application/json.',
    })
  }
  const value = bytes.byteLength === 0 ? {} : parseUntrustedJson(decode(bytes))
  return {
    value,
    bytes,
    files: NO_FILES,
    // Computed on demand: few requests have a key that needs it.
    get fingerprint() {
      return sha256(bytes)
    },
  }
}

export function isMultipart(request: Request): boolean {
  return mediaTypeOf(request) === 'multipart/form-data'
}

function mediaTypeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw commonErrors.malformed_json({ message: 'The body is not valid UTF-8.' })
  }
}

/** Reads the raw bytes; refuses too many as soon as possible: by the header, or while receiving. */
export async function readLimited(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > limitBytes) throw tooLarge(limitBytes)
  try {
    // Reading `body` would create a stream, which costs more than reading the bytes.
    if (announced <= limitBytes) return new Uint8Array(await request.arrayBuffer())
    return request.body === null ? new Uint8Array() : await readChunks(request.body, limitBytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    // A client that disconnects is not an internal error.
    log.debug({ error: describeError(error) }, 'http: request body ended early')
    throw commonErrors.validation_failed({ message: 'The body ended early.' })
  }
}

async function readChunks(body: ReadableStream<Uint8Array>, limitBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limitBytes) throw tooLarge(limitBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The limit of an upload includes a margin for the multipart boundaries, which the message leaves out. */
function tooLarge(limitBytes: number) {
  const mebibytes = Math.floor(limitBytes / (1024 * 1024))
  const limit = mebibytes > 0 ? `${mebibytes} MiB` : `${Math.floor(limitBytes / 1024)} KiB`
  return commonErrors.payload_too_large({
    message: `The body is larger than the ${limit} that this endpoint takes.`,
  })
}

async function readMultipart(request: Request, upload: UploadRules): Promise<RequestBody> {
  const bytes = await readLimited(request, upload.limitBytes)
  let form: FormData
  try {
    form = await new Response(bytes, {
      headers: { 'content-type': request.headers.get('content-type')! },
    }).formData()
  } catch {
    throw commonErrors.validation_failed({ message: 'The multipart body cannot be read.' })
  }
  const value: Record<string, string> = Object.create(null)
  const files = new Map<string, File[]>()
  const hash = createHash('sha256')
  let parts = 0
  for (const [name, content] of form) {
    if (++parts > MAX_PARTS)
      throw commonErrors.validation_failed({ message: `More than ${MAX_PARTS} parts.` })
    if (name === '__proto__') {
      throw commonErrors.validation_failed({
        details: [{ field: name, message: 'is not a name that is taken' }],
      })
    }
    hash.update(JSON.stringify(name))
    if (typeof content === 'string') {
      if (upload.parts.includes(name)) {
        throw commonErrors.unsupported_media_type({
          message: `The part "${name}" must be a file, with a file name.`,
        })
      }
      if (!isStorableText(content) || !isStorableText(name)) {
        throw commonErrors.validation_failed({
          details: [{ field: name.slice(0, 100), message: 'holds a NUL or half of a surrogate pair' }],
        })
      }
      hash.update(JSON.stringify([content]))
      value[name] = content
    } else if (upload.parts.includes(name)) {
      // Each file has its own digest, so that the end of a file cannot be taken for the next part.
      const contentHash = sha256(new Uint8Array(await content.arrayBuffer())).toString('hex')
      hash.update(JSON.stringify({ name: content.name, type: content.type, inside: contentHash }))
      files.set(name, [...(files.get(name) ?? []), content])
    }
  }
  return { value: { ...value }, bytes: NO_BYTES, files, fingerprint: hash.digest() }
}
