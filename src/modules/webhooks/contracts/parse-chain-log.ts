import type { z } from '@hono/zod-openapi'
import { sha256 } from '../../../platform/secrets.ts'
import type { ContractEventSchema, ContractEventType } from './contract-event.ts'

/** A decoded event of one of our contracts, as the chain's reader gives it; numbers are decimal texts. */
export interface ChainLog {
  contract: string
  address: string
  eventName: string
  args: Record<string, unknown>
  logIndex: number
  transactionHash: string
  blockNumber: number
}

type ContractEventBody = z.input<typeof ContractEventSchema>

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** What a coin that comes from nobody means, by its contract. */
const MINTS: Record<string, ContractEventType> = {
  XpToken: 'XP_REWARDED',
  GemToken: 'GEM_REWARDED',
  CourseCertificate: 'CERTIFICATE_MINTED',
  AchievementBadge: 'BADGE_MINTED',
  TestUsdt: 'TOKEN_TRANSFERRED',
}

/** The event that tells of a log. Undefined when nothing is to be told of it: roles, burns, approvals. */
export function parseChainLog(log: ChainLog): ContractEventBody | undefined {
  if (log.eventName !== 'Transfer') return undefined
  const { from, to, value, tokenId } = log.args as Record<string, string | undefined>
  if (!from || !to || to === ZERO_ADDRESS) return undefined
  const eventType = from === ZERO_ADDRESS ? MINTS[log.contract] : 'TOKEN_TRANSFERRED'
  if (!eventType) return undefined
  return {
    eventType,
    contractAddress: log.address,
    transactionHash: log.transactionHash,
    blockNumber: log.blockNumber,
    logIndex: log.logIndex,
    data: {
      userAddress: to,
      // One of its kind: a token with a number is an amount of one.
      amount: value ?? '1',
      ...(tokenId === undefined ? {} : { tokenId }),
    },
  }
}

/**
 * The same log has the same id whenever it is read, so that reading it twice tells it once. One that the chain put into
 * another block is told again, as another event: what it tells of has its effect once all the same.
 */
export function chainLogEventId(
  chainId: number,
  { blockNumber, transactionHash, logIndex }: ChainLog,
): string {
  const name = [chainId, blockNumber, transactionHash.toLowerCase(), logIndex].join(':')
  const bytes = sha256(name).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
