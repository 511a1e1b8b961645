import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { rewardUsers } from '../../ledger/public/reward-user.ts'
import { listSettlementTransactions } from '../../settlement/public/list-settlement-transactions.ts'
import { recordExternalMints } from '../../settlement/public/record-external-mints.ts'
import { listUsersByAddress } from '../../wallet/public/wallet-addresses.ts'
import { lockMatchKey } from '../queue/queries.ts'
import { addressMatchKey } from '../queue/retry-unmatched-events.ts'
import type { Outcome, StoredEvent } from '../webhook-source.ts'
import {
  asKnownEvent,
  ContractEventSchema,
  contractEventKey,
  isKnownType,
  isReward,
  type KnownEvent,
  toWholePoints,
} from './contract-event.ts'
import { type AppliedContractEvent, insertAppliedContractEvents } from './queries.ts'

interface ReceivedEvents {
  events: StoredEvent[]
  /** The addresses of our contracts; undefined if none is configured. */
  ours: ReadonlySet<string> | undefined
  now: Date
}

/** A known event and its user; a reward of our own settlement has none. */
interface ResolvedEvent {
  index: number
  event: KnownEvent
  userId: UserId | undefined
}

/**
 * Credits the rewards that users got on the chain outside of our settlements, once each. Each step is one statement for all
 * events.
 */
export async function applyContractEvents(
  tx: Tx,
  { events: stored, ours, now }: ReceivedEvents,
): Promise<Outcome[]> {
  const events = stored.map(({ body }) => ContractEventSchema.parse(body))
  const outcomes: Outcome[] = events.map(({ eventType }) => ({
    state: 'IGNORED',
    note: `${eventType} has no effect.`,
  }))
  const knownEvents: { index: number; event: KnownEvent }[] = []
  events.forEach((given, index) => {
    if (!isKnownType(given.eventType)) return
    const event = asKnownEvent(given)
    if (!ours || ours.has(event.contractAddress)) knownEvents.push({ index, event })
    else outcomes[index] = { state: 'IGNORED', note: `${event.contractAddress} is not one of our contracts.` }
  })
  const resolved: ResolvedEvent[] = []
  for (const { index, event, isOwn, userId } of await findOwners(tx, knownEvents)) {
    if (isOwn || userId) resolved.push({ index, event, userId })
    else outcomes[index] = unmatched(event.data.userAddress)
  }
  for (const group of splitDuplicates(resolved)) {
    const applied = await insertAppliedContractEvents(
      tx,
      new Map(group.map(({ event }) => [contractEventKey(event), event])),
    )
    const credits: Credit[] = []
    for (const one of group) outcomes[one.index] = resolveOutcome(one, applied, credits)
    await creditAll(tx, credits, now)
  }
  return outcomes
}

/** Returns for each event whether its transaction is our settlement, and the owner of its address otherwise. */
async function findOwners(tx: Tx, knownEvents: { index: number; event: KnownEvent }[]) {
  const rewards = knownEvents.filter(({ event }) => isReward(event.eventType))
  const addresses = new Set(knownEvents.map(({ event }) => event.data.userAddress))
  const [ownSettlements, owners] = await Promise.all([
    listSettlementTransactions(tx, [...new Set(rewards.map(({ event }) => event.transactionHash))]),
    listUsersByAddress(tx, [...addresses]),
  ])
  const found = knownEvents.map(({ index, event }) => {
    const isOwn = isReward(event.eventType) && ownSettlements.has(event.transactionHash)
    return { index, event, isOwn, userId: isOwn ? undefined : owners.get(event.data.userAddress) }
  })
  const unowned = found.filter(({ isOwn, userId }) => !isOwn && !userId)
  const ownersUnderLock = await findOwnersUnderLock(tx, [
    ...new Set(unowned.map(({ event }) => event.data.userAddress)),
  ])
  for (const one of unowned) one.userId = ownersUnderLock.get(one.event.data.userAddress)
  return found
}

/** Looks the owners up again while no other transaction can link the addresses. */
async function findOwnersUnderLock(tx: Tx, addresses: string[]): Promise<Map<string, UserId>> {
  // Sorted, so that concurrent transactions do not deadlock.
  for (const address of addresses.toSorted()) await lockMatchKey(tx, addressMatchKey(address))
  return listUsersByAddress(tx, addresses)
}

function unmatched(address: string): Outcome {
  return {
    state: 'UNMATCHED',
    note: `No user has the address ${address}.`,
    matchKey: addressMatchKey(address),
  }
}

/** Splits the events into groups without duplicates, because one statement cannot record a key twice. */
function splitDuplicates(resolved: ResolvedEvent[]): ResolvedEvent[][] {
  const groups: ResolvedEvent[][] = []
  for (const group of Map.groupBy(resolved, ({ event }) => contractEventKey(event)).values()) {
    group.forEach((one, round) => {
      groups[round] ??= []
      groups[round].push(one)
    })
  }
  return groups
}

interface Credit {
  userId: UserId
  asset: 'XP' | 'GEM'
  amount: bigint
  source: string
}

/** Returns the outcome of an event, and adds a new reward to `credits`. */
function resolveOutcome(
  { event, userId }: ResolvedEvent,
  applied: ReadonlyMap<string, AppliedContractEvent>,
  credits: Credit[],
): Outcome {
  const { eventType, transactionHash } = event
  const appliedEvent = applied.get(contractEventKey(event))
  if (!appliedEvent) {
    const note = `${eventType} of ${transactionHash} is a duplicate.`
    return { state: 'IGNORED', note, ...(userId ? { userId } : {}) }
  }
  if (!userId) return { state: 'IGNORED', note: `${transactionHash} is our own settlement.` }
  if (!isReward(eventType)) return { state: 'IGNORED', note: `${eventType} has no effect.`, userId }
  const { whole, dropped } = toWholePoints(event.data.amount!)
  const asset = eventType === 'XP_REWARDED' ? 'XP' : 'GEM'
  const source = `chain:${transactionHash}:${appliedEvent.id}:${appliedEvent.occurrence}`
  if (whole > 0n) credits.push({ userId, asset, amount: whole, source })
  const unit = asset === 'XP' ? 'XP' : 'gems'
  const rest = dropped ? ` The fraction of ${dropped} ${unit} was dropped.` : ''
  return { state: 'APPLIED', note: `${whole} ${unit} were credited.${rest}`, userId }
}

async function creditAll(tx: Tx, credits: Credit[], now: Date): Promise<void> {
  await rewardUsers(
    tx,
    credits.map(({ userId, asset, amount, source }) => ({
      userId,
      xp: asset === 'XP' ? Number(amount) : 0,
      gems: asset === 'GEM' ? Number(amount) : 0,
      source,
      reason: 'rewarded on chain',
      now,
    })),
  )
  // The tokens are already on the chain: settlement must not mint them again.
  await recordExternalMints(tx, credits)
}
