import type { Address } from 'viem'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { type CertificateId, transactionReference } from './public/certificate.ts'

/** What the chain says of a certificate. It is asked each time: what was true a moment ago is not said to be true. */
export type CertificateToken =
  | { exists: false }
  | { exists: true; tokenId: string; owner: Address; uri: string; isRevoked: boolean }

/** By the reference under which it was minted, not by what we believe its number to be. Refuses while the chain is away. */
export async function readToken(
  chain: Pick<Chain, 'read'>,
  certificate: { id: CertificateId; metadataCid: string },
): Promise<CertificateToken> {
  const reference = referenceHash(transactionReference(certificate, 'MINT'))
  const tokenId = await chain.read(CourseCertificate, 'tokenOfReference', [reference])
  if (tokenId === 0n) return { exists: false }
  const [owner, uri, isRevoked] = await Promise.all([
    chain.read(CourseCertificate, 'ownerOf', [tokenId]),
    chain.read(CourseCertificate, 'tokenURI', [tokenId]),
    chain.read(CourseCertificate, 'isRevoked', [tokenId]),
  ])
  return { exists: true, tokenId: String(tokenId), owner, uri, isRevoked }
}
