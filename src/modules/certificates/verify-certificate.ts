import type { Certificate } from './public/certificate.ts'
import type { CertificateToken } from './read-token.ts'

export type VerificationStatus = 'VALID' | 'REVOKED' | 'PENDING' | 'MISMATCH'

/**
 * `VALID` requires that the database and the chain agree: minted to the owner, and revoked in neither. The document of
 * the token is not compared, because it lags behind while a name is being corrected.
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
