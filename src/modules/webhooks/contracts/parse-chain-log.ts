import type { z } from 'zod'
import { sha256 } from '../../../platform/secrets.ts'
import type { ContractEventSchema, ContractEventType } from './contract-event.ts'

/** A decoded log of one of our contracts; numbers are decimal text. */
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

/** The event type of a mint, by contract. */
const MINTS: Record<string, ContractEventType> = {
  XpToken: 'XP_REWARDED',
  GemToken: 'GEM_REWARDED',
  CourseCertificate: 'CERTIFICATE_MINTED',
  AchievementBadge: 'BADGE_MINTED',
  TestUsdt: 'TOKEN_TRANSFERRED',
}

/** Converts a log to a contract event; undefined for burns, approvals and changes of roles. */
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
      // A token with an id has the amount one.
      amount: value ?? '1',
      ...(tokenId === undefined ? {} : { tokenId }),
    },
  }
}

/**
 * Returns the same id whenever the log is read. A log that a re-org moved to another block has another id;
 * `applied_contract_event` prevents its second effect.
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
