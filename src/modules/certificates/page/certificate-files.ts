import { Cache } from '../../../platform/cache/cache.ts'
import type { IssuerKeys } from '../credential/issuer-keys.ts'
import type { Credential } from '../credential/sign-credential.ts'
import { type Certificate, viewUrl } from '../public/certificate.ts'

export type FileKind = 'png' | 'pdf' | 'json'
type Named = Certificate & { studentName: string }

const MAX_CACHED_FILES = 200

/**
 * Renders and signs the files of certificates. Each takes about 100 ms and the endpoints are public, so recent files are
 * cached. The renderers are imported on first use.
 */
export class CertificateFiles {
  readonly #keys: IssuerKeys
  readonly #publicUrl: string
  readonly #chainId: number
  readonly #cache = new Cache<string, ArrayBuffer>({ maxSize: MAX_CACHED_FILES })

  constructor(keys: IssuerKeys, publicUrl: string, chainId: number) {
    this.#keys = keys
    this.#publicUrl = publicUrl
    this.#chainId = chainId
  }

  async make(kind: FileKind, certificate: Named): Promise<ArrayBuffer> {
    const { metadataCid, status, ownerAddress } = certificate
    const key = [kind, metadataCid, status === 'REVOKED', ownerAddress].join(' ')
    return this.#cache.load(key, async () =>
      kind === 'json' ? this.#credential(certificate) : bufferOf(await this.#render(kind, certificate)),
    )
  }

  async signList(list: Credential, at: Date): Promise<ArrayBuffer> {
    return this.#cache.load(JSON.stringify(list), () => this.#sign(list, at))
  }

  async #render(kind: 'png' | 'pdf', certificate: Named): Promise<Uint8Array> {
    const { number, studentName, courseTitle, issuedAt, status } = certificate
    const url = viewUrl(this.#publicUrl, number)
    const isRevoked = status === 'REVOKED'
    const { layoutCertificate } = await import('../image/certificate-layout.ts')
    const commands = layoutCertificate({ number, studentName, courseTitle, issuedAt, url, isRevoked })
    if (kind === 'png') return (await import('../image/render-png.ts')).renderPng(commands)
    const { renderPdf } = await import('../image/render-pdf.ts')
    const title = `${studentName}: ${courseTitle}`
    return renderPdf(commands, { title, subject: `Certificate ${number}, ${url}`, at: issuedAt })
  }

  async #credential(certificate: Named): Promise<ArrayBuffer> {
    const { buildOpenBadgeCredential } = await import('../credential/open-badge-credential.ts')
    const origin = { publicUrl: this.#publicUrl, chainId: this.#chainId }
    return this.#sign(buildOpenBadgeCredential(certificate, origin), certificate.issuedAt)
  }

  async #sign(credential: Credential, at: Date): Promise<ArrayBuffer> {
    const { signCredential } = await import('../credential/sign-credential.ts')
    const signed = await signCredential(credential, { keys: this.#keys, publicUrl: this.#publicUrl, at })
    return bufferOf(new TextEncoder().encode(JSON.stringify(signed)))
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
