import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { rewardUsers } from '../../ledger/public/reward-user.ts'
import { listSettlementTransactions } from '../../settlement/public/list-settlement-transactions.ts'
import { recordExternalMints } from '../../settlement/public/record-external-mints.ts'
import { listUsersByAddress } from '../../wallet/public/wallet-addresses.ts'
import { badgeMinted, certificateMinted, settlementConfirmed, tokenTransferred } from '../events.ts'
import type { Outcome, StoredEvent } from '../public/webhook-source.ts'
import { lockMatchKey } from '../queue/queries.ts'
import { addressMatchKey } from '../queue/retry-unmatched-events.ts'
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

/** An event whose meaning we know, and whom it is about: nobody, when it confirms a settlement of our own. */
interface ResolvedEvent {
  index: number
  event: KnownEvent
  userId: UserId | undefined
}

/**
 * Makes of events what they mean, once for what the chain did, whatever number of events tell of it. Each step is one
 * statement for all of them.
 */
export async function applyContractEvents(tx: Tx, stored: StoredEvent[], now: Date): Promise<Outcome[]> {
  const events = stored.map(({ body }) => ContractEventSchema.parse(body))
  const outcomes: Outcome[] = events.map(({ eventType }) => ({
    state: 'IGNORED',
    note: `Nothing follows from ${eventType}.`,
  }))
  const knownEvents = events.flatMap((event, index) =>
    isKnownType(event.eventType) ? [{ index, event: asKnownEvent(event) }] : [],
  )
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
    for (const one of group) outcomes[one.index] = resolveOutcome(tx, one, applied, credits, now)
    await creditAll(tx, credits, now)
  }
  return outcomes
}

/** For each event whether its transaction was ours, and else whose the address is. */
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

/** Whoever finds nobody looks again, when nobody can come to own the address unseen. */
async function findOwnersUnderLock(tx: Tx, addresses: string[]): Promise<Map<string, UserId>> {
  // In an order, so that two who wait for the same do not wait in a circle.
  for (const address of addresses.toSorted()) await lockMatchKey(tx, addressMatchKey(address))
  return listUsersByAddress(tx, addresses)
}

function unmatched(address: string): Outcome {
  return {
    state: 'UNMATCHED',
    note: `Nobody has the address ${address}.`,
    matchKey: addressMatchKey(address),
  }
}

/** In groups of which none tells of one fact twice, which is rare: who tells it again finds it noted. */
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

/** What an event comes to, now that we know whether it tells something new. What is to be paid is added to `credits`. */
function resolveOutcome(
  tx: Tx,
  { event, userId }: ResolvedEvent,
  applied: ReadonlyMap<string, AppliedContractEvent>,
  credits: Credit[],
  now: Date,
): Outcome {
  const { eventType, transactionHash } = event
  const appliedEvent = applied.get(contractEventKey(event))
  if (!appliedEvent) {
    const note = `${eventType} of ${transactionHash} was told before.`
    return { state: 'IGNORED', note, ...(userId ? { userId } : {}) }
  }
  if (!userId) {
    tx.emit(settlementConfirmed({ eventType, ...eventData(event, now) }))
    return { state: 'APPLIED', note: `It confirms our own settlement ${transactionHash}.` }
  }
  if (isReward(eventType)) {
    const { whole, dropped } = toWholePoints(event.data.amount!)
    const asset = eventType === 'XP_REWARDED' ? 'XP' : 'GEM'
    const source = `chain:${transactionHash}:${appliedEvent.id}:${appliedEvent.effect}`
    if (whole > 0n) credits.push({ userId, asset, amount: whole, source })
    const unit = asset === 'XP' ? 'XP' : 'gems'
    const rest = dropped ? ` ${dropped} ${unit} were dropped: the books hold whole ones.` : ''
    return { state: 'APPLIED', note: `${whole} ${unit} were credited.${rest}`, userId }
  }
  const data = { userId, ...eventData(event, now) }
  if (eventType === 'CERTIFICATE_MINTED') tx.emit(certificateMinted(data))
  else if (eventType === 'BADGE_MINTED') tx.emit(badgeMinted(data))
  else tx.emit(tokenTransferred(data))
  return { state: 'APPLIED', note: `${eventType} was passed on.`, userId }
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
  // The chain had it before the books did: it must not be brought there a second time.
  await recordExternalMints(tx, credits)
}

function eventData(event: KnownEvent, now: Date) {
  return {
    userAddress: event.data.userAddress,
    contractAddress: event.contractAddress,
    transactionHash: event.transactionHash,
    blockNumber: event.blockNumber,
    logIndex: event.logIndex ?? null,
    tokenId: event.data.tokenId ?? null,
    amount: event.data.amount ?? null,
    at: now.toISOString(),
  }
}
