import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { BenchEnvironment } from './benchmark.ts'

const LIFETIME_SECONDS = 24 * 60 * 60

/** Signs one token per user for the peers, in the given order, and writes the list for the bare peer. */
export async function issuePeerTokens(environment: BenchEnvironment, userIds: string[]): Promise<string[]> {
  const tokens = userIds.map((userId) => signToken(userId, environment.peerTokenSecret))
  const pairs = tokens.map((token, index) => [token, userIds[index]])
  await Bun.write(peerTokensFile(environment), JSON.stringify(pairs))
  return tokens
}

export function peerTokensFile({ scratchFolder }: BenchEnvironment): string {
  return join(scratchFolder, 'peer-tokens.json')
}

function signToken(userId: string, secret: string): string {
  const issuedAt = Math.floor(Date.now() / 1000)
  const header = encode({ alg: 'HS256', typ: 'JWT' })
  const claims = encode({ sub: userId, role: 'user', iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS })
  const signature = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url')
  return `${header}.${claims}.${signature}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
