import type { Certificate } from './public/certificate.ts'
import type { CertificateToken } from './read-token.ts'

export type VerificationStatus = 'VALID' | 'REVOKED' | 'PENDING' | 'MISMATCH'

/**
 * Valid is what our books and the chain both say: issued, minted to its owner, and revoked by neither. Which document
 * the token names is not asked, because one that is being put right names, for a while, any of several.
 */
export function verifyCertificate(
  certificate: Pick<Certificate, 'status' | 'ownerAddress'>,
  token: CertificateToken,
): VerificationStatus {
  if (certificate.status === 'REVOKED' || (token.exists && token.isRevoked)) return 'REVOKED'
  if (certificate.status !== 'MINTED') return 'PENDING'
  if (!token.exists) return 'MISMATCH'
  return token.owner.toLowerCase() === certificate.ownerAddress?.toLowerCase() ? 'VALID' : 'MISMATCH'
}
