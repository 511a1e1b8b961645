import type { IssuerKey } from './issuer-keys.ts'

/** The DID of this server. It resolves to `/.well-known/did.json`. */
export function issuerId(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

export function describeIssuer(publicUrl: string, name: string) {
  return {
    id: issuerId(publicUrl),
    type: ['Profile'],
    name,
    url: publicUrl,
    image: { id: `${publicUrl}/certificates/icon.svg`, type: 'Image' },
  }
}

export function didDocument(publicUrl: string, keys: IssuerKey[]) {
  const id = issuerId(publicUrl)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: keys.map(({ keyId, publicKey }) => ({
      id: `${id}#${keyId}`,
      type: 'Multikey',
      controller: id,
      publicKeyMultibase: publicKey,
    })),
    assertionMethod: keys.map(({ keyId }) => `${id}#${keyId}`),
  }
}
