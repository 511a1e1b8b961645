import { createHash, createHmac } from 'node:crypto'
import { constantTimeEqual, sha256 } from '../../platform/secrets.ts'
import { errors } from './errors.ts'

export function hmac(key: string | Buffer, text: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares hashes in constant time, so that the duration reveals neither length nor content. */
export function requireSignature(given: string | null | undefined, expected: string): void {
  if (!given || !constantTimeEqual(sha256(given), sha256(expected))) throw errors.signature_invalid()
}
