import type { Address } from 'viem'
import { addMs } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { CHALLENGE_LIFETIME_MS, challengeText, MAX_PENDING_CHALLENGES, newNonce } from './challenge.ts'
import { type ChallengeRow, deleteOlderChallenges, insertChallenge } from './queries.ts'

interface IssueChallenge {
  userId: UserId
  address: Address
  publicUrl: string
  chainId: number
  now: Date
}

/** Creates and stores the message that the user signs with the address. */
export async function issueChallenge(
  { write }: Pick<Platform, 'write'>,
  { userId, address, publicUrl, chainId, now }: IssueChallenge,
): Promise<ChallengeRow> {
  const nonce = newNonce()
  const expiresAt = addMs(now, CHALLENGE_LIFETIME_MS)
  const message = challengeText({ address, publicUrl, chainId, nonce, issuedAt: now, expiresAt })
  const challenge = { nonce, userId, address, message, issuedAt: now, expiresAt }
  await write(async (tx) => {
    await deleteOlderChallenges(tx, userId, MAX_PENDING_CHALLENGES - 1)
    await insertChallenge(tx, challenge)
  })
  return challenge
}
