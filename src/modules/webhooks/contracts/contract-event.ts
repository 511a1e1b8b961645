import { z } from '../../../platform/zod.ts'

/** The known types. Events of other types are stored without effect. */
const CONTRACT_EVENT_TYPES = [
  'XP_REWARDED',
  'GEM_REWARDED',
  'CERTIFICATE_MINTED',
  'BADGE_MINTED',
  'TOKEN_TRANSFERRED',
] as const
export type ContractEventType = (typeof CONTRACT_EVENT_TYPES)[number]

export function isKnownType(type: string): type is ContractEventType {
  return (CONTRACT_EVENT_TYPES as readonly string[]).includes(type)
}

const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
  .openapi({ example: '0x2222222222222222222222222222222222222222' })

/** A uint256 has at most 78 digits. */
const DIGITS = /^\d{1,78}$/
const Digits = z
  .string()
  .regex(DIGITS, 'must be an integer in the smallest unit, as text')
  .openapi({ example: '50000000000000000000' })

/** More than a user can earn, and still exact as a JSON number. */
const MAX_POINTS = 1_000_000_000_000n

export const ContractEventSchema = z
  .object({
    eventType: z
      .string()
      .min(1)
      .max(100)
      .openapi({ description: `${CONTRACT_EVENT_TYPES.join(', ')}; other types are stored without effect.` }),
    contractAddress: Address,
    transactionHash: z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits'),
    blockNumber: z.int().min(0),
    logIndex: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional()
      .openapi({ description: 'The position in the block, which distinguishes otherwise equal events.' }),
    data: z.object({
      userAddress: Address.optional(),
      amount: Digits.optional(),
      tokenId: Digits.optional(),
    }),
  })
  .superRefine(({ eventType, data }, context) => {
    if (!isKnownType(eventType)) return
    const addError = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['data', field], message })
    if (data.userAddress === undefined) addError('userAddress', 'is required')
    if (data.amount === undefined && !isMint(eventType)) addError('amount', 'is required')
    // The regular expression has already reported an invalid amount.
    if (!isReward(eventType) || !data.amount || !DIGITS.test(data.amount)) return
    if (toWholePoints(data.amount).whole > MAX_POINTS)
      addError('amount', `must be at most ${MAX_POINTS} points of ${DECIMALS} decimals`)
  })

function isMint(eventType: ContractEventType): boolean {
  return eventType === 'CERTIFICATE_MINTED' || eventType === 'BADGE_MINTED'
}

export function isReward(eventType: string): eventType is 'XP_REWARDED' | 'GEM_REWARDED' {
  return eventType === 'XP_REWARDED' || eventType === 'GEM_REWARDED'
}

export const CONTRACT_EVENT_EXAMPLE: z.input<typeof ContractEventSchema> = {
  eventType: 'XP_REWARDED',
  contractAddress: '0x1111111111111111111111111111111111111111',
  transactionHash: `0x${'ab'.repeat(32)}`,
  blockNumber: 123,
  data: { userAddress: '0x2222222222222222222222222222222222222222', amount: '50000000000000000000' },
}

type ContractEvent = z.output<typeof ContractEventSchema>

/** An event of a known type with the fields that its type needs. */
export type KnownEvent = ContractEvent & { data: { userAddress: string } }

/** Lower-cases addresses and hashes, whose case has no meaning. */
export function asKnownEvent(event: ContractEvent): KnownEvent {
  return {
    ...event,
    contractAddress: event.contractAddress.toLowerCase(),
    transactionHash: event.transactionHash.toLowerCase(),
    data: { ...event.data, userAddress: event.data.userAddress!.toLowerCase() },
  }
}

/** Identifies what happened on the chain, whichever events report it; without the position in the block. */
export function contractEventKey({ transactionHash, eventType, data }: KnownEvent): string {
  const amount = BigInt(data.amount ?? '0')
  return [transactionHash, eventType, data.userAddress, amount, data.tokenId ?? ''].join(' ')
}

const DECIMALS = 18
const ONE = 10n ** BigInt(DECIMALS)

/** Splits an amount of the chain into whole points and the fraction, which the ledger cannot store. */
export function toWholePoints(amount: string): { whole: bigint; dropped: string | undefined } {
  const units = BigInt(amount)
  const rest = units % ONE
  const dropped = rest === 0n ? undefined : `0.${rest.toString().padStart(DECIMALS, '0').replace(/0+$/, '')}`
  return { whole: units / ONE, dropped }
}
