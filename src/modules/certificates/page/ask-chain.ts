import type { Chain } from '../../../platform/chain/chain.ts'
import { chainRefusals } from '../../../platform/chain/errors.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Certificate } from '../certificate.ts'
import { readToken, type Token } from '../read-token.ts'

const PATIENCE_MS = 4_000

/** What the chain says, or undefined when it does not answer within what a visitor waits for a page. */
export async function askChain(
  chain: Pick<Chain, 'read'>,
  certificate: Certificate,
): Promise<Token | undefined> {
  const asked = readToken(chain, certificate).catch((fault) => {
    if (fault instanceof Refusal && fault.code === chainRefusals.provider_unavailable.code) return undefined
    throw fault
  })
  let timer: Timer | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
    asked.catch(() => undefined)
  }
}
