import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { rewardUsers } from '../../rewards/ledger/reward-users.ts'
import { listOwnSettlements } from '../../settlement/list-own-settlements.ts'
import { noteOnChain } from '../../settlement/note-on-chain.ts'
import { listUsersByAddress } from '../../wallet/accounts/list-users-by-address.ts'
import { badgeMinted, certificateMinted, settlementConfirmed, tokenTransferred } from '../events.ts'
import { lockWaited } from '../inbox/queries.ts'
import type { Outcome, StoredEvent } from '../inbox/source.ts'
import { addressName } from '../inbox/take-up-waiting.ts'
import {
  asKnownEvent,
  ContractEventSchema,
  isKnownType,
  isReward,
  type KnownEvent,
  nameOfFact,
  wholePoints,
} from './contract-event.ts'
import { type ContractFactRow, insertContractFacts } from './queries.ts'

/** An event whose meaning we know, and whom it is about: nobody, when it confirms a settlement of our own. */
interface Meant {
  place: number
  event: KnownEvent
  userId: UserId | undefined
}

/**
 * Makes of events what they mean, once for what the chain did, whatever number of events tell of it. Each step is one
 * statement for all of them.
 */
export async function applyContractEvents(tx: Tx, stored: StoredEvent[], now: Date): Promise<Outcome[]> {
  const told = stored.map(({ body }) => ContractEventSchema.parse(body))
  const outcomes: Outcome[] = told.map(({ eventType }) => ({
    state: 'IGNORED',
    note: `Nothing follows from ${eventType}.`,
  }))
  const known = told.flatMap((event, place) =>
    isKnownType(event.eventType) ? [{ place, event: asKnownEvent(event) }] : [],
  )
  const meant: Meant[] = []
  for (const { place, event, isOwn, userId } of await findOwners(tx, known)) {
    if (isOwn || userId) meant.push({ place, event, userId })
    else outcomes[place] = waitingFor(event.data.userAddress)
  }
  for (const alike of withoutEqualFacts(meant)) {
    const facts = await insertContractFacts(tx, new Map(alike.map(({ event }) => [nameOfFact(event), event])))
    const credits: Credit[] = []
    for (const one of alike) outcomes[one.place] = tellOrCredit(tx, one, facts, credits, now)
    await creditAll(tx, credits, now)
  }
  return outcomes
}

/** For each event whether its transaction was ours, and else whose the address is. */
async function findOwners(tx: Tx, known: { place: number; event: KnownEvent }[]) {
  const rewards = known.filter(({ event }) => isReward(event.eventType))
  const addresses = new Set(known.map(({ event }) => event.data.userAddress))
  const [ownSettlements, owners] = await Promise.all([
    listOwnSettlements(tx, [...new Set(rewards.map(({ event }) => event.transactionHash))]),
    listUsersByAddress(tx, [...addresses]),
  ])
  const found = known.map(({ place, event }) => {
    const isOwn = isReward(event.eventType) && ownSettlements.has(event.transactionHash)
    return { place, event, isOwn, userId: isOwn ? undefined : owners.get(event.data.userAddress) }
  })
  const nobodys = found.filter(({ isOwn, userId }) => !isOwn && !userId)
  const lateOwners = await findLateOwners(tx, [
    ...new Set(nobodys.map(({ event }) => event.data.userAddress)),
  ])
  for (const one of nobodys) one.userId = lateOwners.get(one.event.data.userAddress)
  return found
}

/** Whoever finds nobody looks again, when nobody can come to own the address unseen. */
async function findLateOwners(tx: Tx, addresses: string[]): Promise<Map<string, UserId>> {
  // In an order, so that two who wait for the same do not wait in a circle.
  for (const address of addresses.toSorted()) await lockWaited(tx, addressName(address))
  return listUsersByAddress(tx, addresses)
}

function waitingFor(address: string): Outcome {
  return { state: 'WAITING', note: `Nobody has the address ${address}.`, waitsFor: addressName(address) }
}

/** In groups of which none tells of one fact twice, which is rare: who tells it again finds it noted. */
function withoutEqualFacts(meant: Meant[]): Meant[][] {
  const groups: Meant[][] = []
  for (const alike of Map.groupBy(meant, ({ event }) => nameOfFact(event)).values()) {
    alike.forEach((one, round) => {
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
function tellOrCredit(
  tx: Tx,
  { event, userId }: Meant,
  facts: ReadonlyMap<string, ContractFactRow>,
  credits: Credit[],
  now: Date,
): Outcome {
  const { eventType, transactionHash } = event
  const fact = facts.get(nameOfFact(event))
  if (!fact) {
    const note = `${eventType} of ${transactionHash} was told before.`
    return { state: 'IGNORED', note, ...(userId ? { userId } : {}) }
  }
  if (!userId) {
    tx.emit(settlementConfirmed({ eventType, ...factOf(event, now) }))
    return { state: 'APPLIED', note: `It confirms our own settlement ${transactionHash}.` }
  }
  if (isReward(eventType)) {
    const { whole, dropped } = wholePoints(event.data.amount!)
    const asset = eventType === 'XP_REWARDED' ? 'XP' : 'GEM'
    const source = `chain:${transactionHash}:${fact.id}:${fact.effect}`
    if (whole > 0n) credits.push({ userId, asset, amount: whole, source })
    const unit = asset === 'XP' ? 'XP' : 'gems'
    const rest = dropped ? ` ${dropped} ${unit} were dropped: the books hold whole ones.` : ''
    return { state: 'APPLIED', note: `${whole} ${unit} were credited.${rest}`, userId }
  }
  const passedOn = { userId, ...factOf(event, now) }
  if (eventType === 'CERTIFICATE_MINTED') tx.emit(certificateMinted(passedOn))
  else if (eventType === 'BADGE_MINTED') tx.emit(badgeMinted(passedOn))
  else tx.emit(tokenTransferred(passedOn))
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
  await noteOnChain(tx, credits)
}

function factOf(event: KnownEvent, now: Date) {
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
