import type { Address } from 'viem'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { chainErrors } from '../../platform/chain/errors.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Certificate, type CertificateId, transactionReference } from './public/certificate.ts'

/** The state of the token on the chain. It is never cached. */
export type CertificateToken =
  | { exists: false }
  | { exists: true; tokenId: string; owner: Address; uri: string; isRevoked: boolean }

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

interface TokenKey {
  id: CertificateId
  metadataCid: string
}

/** The longest time that the public page waits for the chain. */
const TIMEOUT_MS = 4_000

/**
 * Finds the token by the reference under which it was minted, not by the stored token id. Throws `PROVIDER_UNAVAILABLE`
 * while the chain is unavailable.
 */
export async function readToken(
  chain: Pick<Chain, 'read'>,
  certificate: TokenKey,
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

/** Returns undefined when the chain is unavailable or does not respond within `TIMEOUT_MS`. */
export async function readTokenWithTimeout(
  chain: Pick<Chain, 'read'>,
  certificate: TokenKey,
): Promise<CertificateToken | undefined> {
  const reading = readToken(chain, certificate).catch((error) => {
    if (error instanceof Refusal && error.code === chainErrors.provider_unavailable.code) return undefined
    throw error
  })
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, TIMEOUT_MS, undefined)
  try {
    return await Promise.race([reading, timeout])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined)
  }
}
