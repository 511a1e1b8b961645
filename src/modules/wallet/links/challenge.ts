import type { Address } from 'viem'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { newReadableCode } from '../../../platform/ids.ts'

export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS
/** The open challenges of a user; a further one deletes the oldest. */
export const MAX_PENDING_CHALLENGES = 5
export const MAX_LINKED_WALLETS = 10

const STATEMENT = 'Link this wallet to your Lyceum account. It costs nothing and moves nothing.'

/** 160 bits: 32 possible characters. */
export function newNonce(): string {
  return newReadableCode(32)
}

interface Challenge {
  address: Address
  publicUrl: string
  chainId: number
  nonce: string
  issuedAt: Date
  expiresAt: Date
}

/** The message in the format of EIP-4361, which wallets display. */
export function challengeText({
  address,
  publicUrl,
  chainId,
  nonce,
  issuedAt,
  expiresAt,
}: Challenge): string {
  return [
    `${new URL(publicUrl).host} wants you to sign in with your Ethereum account:`,
    address,
    '',
    STATEMENT,
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}

/** Reads the nonce of a message. The caller compares the whole message with the stored one. */
export function parseNonce(message: string): string | undefined {
  return /^Nonce: ([A-Za-z0-9]{8,64})$/m.exec(message)?.[1]
}
