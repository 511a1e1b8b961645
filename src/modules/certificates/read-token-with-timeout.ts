import type { Chain } from '../../platform/chain/chain.ts'
import { chainErrors } from '../../platform/chain/errors.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Certificate } from './public/certificate.ts'
import { type CertificateToken, readToken } from './read-token.ts'

const TIMEOUT_MS = 4_000

/** What the chain says, or undefined when it does not answer within what a visitor waits for a page. */
export async function readTokenWithTimeout(
  chain: Pick<Chain, 'read'>,
  certificate: Certificate,
): Promise<CertificateToken | undefined> {
  const reading = readToken(chain, certificate).catch((error) => {
    if (error instanceof Refusal && error.code === chainErrors.provider_unavailable.code) return undefined
    throw error
  })
  let timer: Timer | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, undefined)
  })
  try {
    return await Promise.race([reading, timeout])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined)
  }
}
