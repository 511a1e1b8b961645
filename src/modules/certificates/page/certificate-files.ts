import { Cache } from '../../../platform/cache/cache.ts'
import { getCachedSiteSettings } from '../../site-settings/public/site-settings-cache.ts'
import type { IssuerKeys } from '../credential/issuer-keys.ts'
import type { Credential } from '../credential/sign-credential.ts'
import { errors } from '../errors.ts'
import {
  type DrawnKind,
  type NamedCertificate,
  readStoredFile,
  type StoredFilesDeps,
} from './stored-files.ts'

export type FileKind = DrawnKind | 'json' | 'pkpass'

const MAX_CACHED_FILES = 200

/** Reads and signs the files of certificates. The endpoints are public, so recent files are cached. */
export class CertificateFiles {
  readonly #deps: StoredFilesDeps
  readonly #keys: IssuerKeys
  readonly #chainId: number
  readonly #cache = new Cache<string, ArrayBuffer>({ maxSize: MAX_CACHED_FILES })

  constructor(deps: StoredFilesDeps, keys: IssuerKeys, chainId: number) {
    this.#deps = deps
    this.#keys = keys
    this.#chainId = chainId
  }

  get #publicUrl(): string {
    return this.#deps.config.publicUrl
  }

  async make(kind: FileKind, certificate: NamedCertificate, now: Date): Promise<ArrayBuffer> {
    const { metadataCid, status, ownerAddress } = certificate
    const { name: siteName } = await getCachedSiteSettings(this.#deps)
    const key = [kind, metadataCid, status === 'REVOKED', ownerAddress, kind !== 'pdf' && siteName].join(' ')
    return this.#cache.load(key, async () => {
      if (kind === 'json') return this.#credential(certificate, siteName)
      if (kind === 'pkpass') return this.#pass(certificate, siteName, now)
      const file = await readStoredFile(this.#deps, certificate, { kind, now })
      if (kind === 'pdf') return bufferOf(file)
      const { bakePng } = await import('../credential/bake-png.ts')
      return bufferOf(bakePng(file, new Uint8Array(await this.#credential(certificate, siteName))))
    })
  }

  async signList(list: Credential, at: Date): Promise<ArrayBuffer> {
    return this.#cache.load(JSON.stringify(list), () => this.#sign(list, at))
  }

  async #credential(certificate: NamedCertificate, siteName: string): Promise<ArrayBuffer> {
    const { buildOpenBadgeCredential } = await import('../credential/open-badge-credential.ts')
    const origin = { publicUrl: this.#publicUrl, chainId: this.#chainId, siteName }
    return this.#sign(buildOpenBadgeCredential(certificate, origin), certificate.issuedAt)
  }

  async #pass(certificate: NamedCertificate, siteName: string, at: Date): Promise<ArrayBuffer> {
    const issuer = this.#deps.config.walletPass
    if (!issuer) throw errors.wallet_pass_not_offered()
    const { makeWalletPass } = await import('./wallet-pass.ts')
    return bufferOf(await makeWalletPass(certificate, issuer, { publicUrl: this.#publicUrl, siteName, at }))
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
