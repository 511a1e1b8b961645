import { createHash } from 'node:crypto'
import jsonld from 'jsonld'
import { base58btc } from 'multiformats/bases/base58'
import { loadContext } from './contexts.ts'
import { issuerId } from './issuer.ts'
import type { IssuerKeys } from './issuer-keys.ts'

export type Credential = { '@context': string[] } & Record<string, unknown>

/** Adds a Data Integrity proof (`eddsa-rdfc-2022`). The signature covers the canonical RDF, not the JSON text. */
export async function signCredential(
  credential: Credential,
  { keys, publicUrl, at }: { keys: IssuerKeys; publicUrl: string; at: Date },
): Promise<Credential & { proof: object }> {
  const signer = await keys.signer()
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    verificationMethod: `${issuerId(publicUrl)}#${signer.keyId}`,
    proofPurpose: 'assertionMethod',
  }
  const hashes = await Promise.all(
    [{ '@context': credential['@context'], ...proof }, credential].map(canonicalHash),
  )
  const signature = signer.sign(Buffer.concat(hashes))
  return { ...credential, proof: { ...proof, proofValue: base58btc.encode(signature) } }
}

async function canonicalHash(document: object): Promise<Buffer> {
  // Safe mode rejects terms that no context defines; otherwise they would not be covered by the signature.
  const options = {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: loadContext,
  }
  const canonical: unknown = await jsonld.canonize(document as never, options as never)
  return createHash('sha256')
    .update(canonical as string)
    .digest()
}
