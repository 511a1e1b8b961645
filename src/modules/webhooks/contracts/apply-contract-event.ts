import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { rewardUser } from '../../rewards/ledger/reward-user.ts'
import { isOwnSettlement } from '../../settlement/is-own-settlement.ts'
import { noteOnChain } from '../../settlement/note-on-chain.ts'
import { findUserByAddress } from '../../wallet/accounts/find-user-by-address.ts'
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
  wholePoints,
} from './contract-event.ts'
import { insertContractFact } from './queries.ts'

/** Makes of an event what it means, once for what the chain did, whatever number of events tell of it. */
export async function applyContractEvent(tx: Tx, stored: StoredEvent, now: Date): Promise<Outcome> {
  const told = ContractEventSchema.parse(stored.body)
  const { eventType } = told
  if (!isKnownType(eventType)) return { state: 'IGNORED', note: `Nothing follows from ${eventType}.` }
  const event = asKnownEvent(told)

  if (isReward(eventType) && (await isOwnSettlement(tx, event.transactionHash))) {
    if (!(await insertContractFact(tx, event))) return alreadyTold(event)
    tx.emit(settlementConfirmed({ eventType, ...factOf(event, now) }))
    return { state: 'APPLIED', note: `It confirms our own settlement ${event.transactionHash}.` }
  }

  const userId = await findOwner(tx, event.data.userAddress)
  if (!userId) {
    return {
      state: 'WAITING',
      note: `Nobody has the address ${event.data.userAddress}.`,
      waitsFor: addressName(event.data.userAddress),
    }
  }
  const fact = await insertContractFact(tx, event)
  if (!fact) return { ...alreadyTold(event), userId }
  if (isReward(eventType)) {
    const source = `chain:${event.transactionHash}:${fact.id}:${fact.effect}`
    return { ...(await credit(tx, { userId, eventType, event, source, now })), userId }
  }
  const passedOn = { userId, ...factOf(event, now) }
  if (eventType === 'CERTIFICATE_MINTED') tx.emit(certificateMinted(passedOn))
  else if (eventType === 'BADGE_MINTED') tx.emit(badgeMinted(passedOn))
  else tx.emit(tokenTransferred(passedOn))
  return { state: 'APPLIED', note: `${eventType} was passed on.`, userId }
}

/** Whoever finds nobody looks again, when nobody can come to own the address unseen. */
async function findOwner(tx: Tx, address: string): Promise<UserId | undefined> {
  const owner = await findUserByAddress(tx, address)
  if (owner) return owner
  await lockWaited(tx, addressName(address))
  return findUserByAddress(tx, address)
}

interface Credit {
  userId: UserId
  eventType: 'XP_REWARDED' | 'GEM_REWARDED'
  event: KnownEvent
  source: string
  now: Date
}

async function credit(
  tx: Tx,
  { userId, eventType, event, source, now }: Credit,
): Promise<{ state: 'APPLIED'; note: string }> {
  const { whole, dropped } = wholePoints(event.data.amount!)
  const isXp = eventType === 'XP_REWARDED'
  await rewardUser(tx, {
    userId,
    xp: isXp ? Number(whole) : 0,
    gems: isXp ? 0 : Number(whole),
    source,
    reason: 'rewarded on chain',
    now,
  })
  // The chain had it before the books did: it must not be brought there a second time.
  if (whole > 0n) await noteOnChain(tx, { userId, asset: isXp ? 'XP' : 'GEM', amount: whole })
  const unit = isXp ? 'XP' : 'gems'
  const rest = dropped ? ` ${dropped} ${unit} were dropped: the books hold whole ones.` : ''
  return { state: 'APPLIED', note: `${whole} ${unit} were credited.${rest}` }
}

function alreadyTold({ transactionHash, eventType }: KnownEvent): { state: 'IGNORED'; note: string } {
  return { state: 'IGNORED', note: `${eventType} of ${transactionHash} was told before.` }
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
