import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { verifyCredential as verify } from '@digitalbazaar/vc'
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list'
import { loadContext } from './contexts.ts'

/** Verifies a credential with an independent library that loads keys and status lists from the server. */
export async function verifyCredential(
  credential: object,
  serverUrl: string,
): Promise<{ verified: boolean; revoked: boolean }> {
  const fetched = async (path: string) => (await fetch(serverUrl + path)).json()
  const documentLoader = async (url: string) => {
    const documentResponse = (document: unknown) => ({ contextUrl: null, documentUrl: url, document })
    if (url.startsWith('did:web:')) {
      const issuer = await fetched('/.well-known/did.json')
      const method = issuer.verificationMethod.find(({ id }: { id: string }) => id === url)
      if (method) return documentResponse({ '@context': 'https://w3id.org/security/multikey/v1', ...method })
      if (url !== issuer.id) throw new Error(`${url} is not in the DID document of the issuer.`)
      return documentResponse(issuer)
    }
    if (url.includes('/credentials/status/')) return documentResponse(await fetched(new URL(url).pathname))
    return loadContext(url)
  }
  const suite = new DataIntegrityProof({ cryptosuite })
  const signature = await verify({
    credential,
    suite,
    documentLoader,
    checkStatus: async () => ({ verified: true }),
  })
  const status = await checkStatus({
    credential,
    suite,
    documentLoader,
    verifyBitstringStatusListCredential: true,
  })
  return { verified: signature.verified, revoked: status.results[0].status }
}
