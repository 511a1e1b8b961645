import { createHash } from 'node:crypto'
import type { ArchiveFile } from '../archive/archive-error.ts'
import { writeZip } from '../archive/write-zip.ts'
import { type Signer, signDetached } from './sign-detached.ts'

/** Who issues passes: the identifiers and the certificate that Apple gave to the operator. */
export interface PassIssuer extends Signer {
  passTypeId: string
  teamId: string
}

/**
 * Packs a pass for Apple Wallet (`.pkpass`): the files, `manifest.json` with their SHA-1 digests, as the format demands, and the
 * signature of the manifest.
 */
export function packWalletPass(
  pass: object,
  pictures: ArchiveFile[],
  issuer: PassIssuer,
  at: Date,
): Uint8Array {
  const described = {
    formatVersion: 1,
    passTypeIdentifier: issuer.passTypeId,
    teamIdentifier: issuer.teamId,
    ...pass,
  }
  const files = [{ name: 'pass.json', bytes: bytesOf(described) }, ...pictures]
  const digests = files.map(({ name, bytes }) => [name, createHash('sha1').update(bytes).digest('hex')])
  const manifest = bytesOf(Object.fromEntries(digests))
  return writeZip(
    [
      ...files,
      { name: 'manifest.json', bytes: manifest },
      { name: 'signature', bytes: signDetached(manifest, issuer, at) },
    ],
    at,
  )
}

const bytesOf = (json: object) => new TextEncoder().encode(JSON.stringify(json))
