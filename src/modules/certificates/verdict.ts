import type { Certificate } from './certificate.ts'
import { metadataUri } from './certificate.ts'
import type { Token } from './read-token.ts'

type Judged = Pick<Certificate, 'status' | 'ownerAddress' | 'metadataCid' | 'chainCid'>

export type Verdict = 'VALID' | 'REVOKED' | 'PENDING' | 'MISMATCH'

/**
 * Valid is what our books and the chain both say: issued, minted to its owner, naming a document of ours, and revoked
 * by neither. A name that is being put right may be at either of its two documents.
 */
export function judge(certificate: Judged, token: Token): Verdict {
  if (certificate.status === 'REVOKED' || (token.exists && token.isRevoked)) return 'REVOKED'
  if (certificate.status !== 'MINTED') return 'PENDING'
  if (!token.exists || token.owner.toLowerCase() !== certificate.ownerAddress?.toLowerCase())
    return 'MISMATCH'
  const { metadataCid, chainCid } = certificate
  return [metadataCid, chainCid].some((cid) => cid !== null && token.uri === metadataUri(cid))
    ? 'VALID'
    : 'MISMATCH'
}
