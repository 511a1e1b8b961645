import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncodings } from '../../../platform/http/accepted-encodings.ts'
import { plainResponse } from '../../../platform/http/response.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { ASSET_TYPES } from '../../web/serve-asset.ts'

/** Level 9 takes one second of CPU time for the largest file. Level 11 takes twelve, and its output is a tenth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const ENCODERS: { token: string; encode: (content: Buffer) => Promise<Buffer<ArrayBuffer>> }[] = [
  { token: 'br', encode: (content) => promisify(brotliCompress)(content, BROTLI) },
  { token: 'gzip', encode: (content) => promisify(gzip)(content) },
]

/**
 * A file that is served under a name with the digest of its content. The first request reads it, and the first request
 * of each encoding compresses it. Later requests share the result.
 */
export class CompressedFile {
  readonly #path: string
  readonly #label: string
  #digest: string | undefined
  readonly #encoded = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  constructor(path: string, label: string) {
    this.#path = path
    this.#label = label
  }

  async name(): Promise<string> {
    this.#digest ??= sha256(await readFile(this.#path))
      .toString('hex')
      .slice(0, 16)
    return `${this.#label}-${this.#digest}${extname(this.#path)}`
  }

  async respond(request: Request): Promise<Response> {
    const accepted = acceptedEncodings(request)
    const encoder = ENCODERS.find(({ token }) => accepted.has(token))
    const headers = {
      'content-type': ASSET_TYPES[extname(this.#path)]!,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    }
    if (!encoder) return plainResponse(Bun.file(this.#path), 200, headers)
    const content = await this.#encode(encoder)
    return plainResponse(content, 200, { ...headers, 'content-encoding': encoder.token })
  }

  #encode({ token, encode }: (typeof ENCODERS)[number]): Promise<Buffer<ArrayBuffer>> {
    const existing = this.#encoded.get(token)
    if (existing) return existing
    const encoding = readFile(this.#path).then(encode)
    this.#encoded.set(token, encoding)
    encoding.catch(() => this.#encoded.delete(token))
    return encoding
  }
}
