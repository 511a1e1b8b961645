import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  type GemUseRules,
  requireGemUse,
  requireStakesOn,
  UNRESTRICTED_GEM_USE,
} from '../../accounts/public/require-gem-use.ts'
import { errors } from '../errors.ts'
import { listPairStakes, sumStakes } from '../stake-queries.ts'

type UserPair = readonly [UserId, UserId]

/** What prevents that one person moves gems between accounts by losing battles. */
export interface StakeRules extends GemUseRules {
  /** Maximum sum of the stakes of a user per day (UTC); 0 is no limit. */
  dailyPerAccount: number
  /** Maximum sum of the stakes of one player in battles of the same two players per day (UTC); 0 is no limit. */
  dailyPerPair: number
  /** Finds accounts that may belong to one person. Null: such accounts may play for gems. */
  listRelatedPairs: ((db: Db, userIds: UserId[], now: Date) => Promise<UserPair[]>) | null
}

export const UNRESTRICTED_STAKES: StakeRules = {
  ...UNRESTRICTED_GEM_USE,
  dailyPerAccount: 0,
  dailyPerPair: 0,
  listRelatedPairs: null,
}

interface StakeCheck {
  stake: bigint
  stakeRules: StakeRules
  now: Date
}

/**
 * Throws if the user may not stake this amount. Called after the entry is inserted: a user has one live entry, so no
 * other stake of the user is in progress.
 */
export async function requireStakeAllowed(
  tx: Tx,
  userId: UserId,
  { stake, stakeRules, now }: StakeCheck,
): Promise<void> {
  if (stake === 0n) return
  await requireStakesOn(tx, stakeRules)
  await requireGemUse(tx, userId, { rules: stakeRules, now })
  const { dailyPerAccount } = stakeRules
  if (dailyPerAccount === 0) return
  if ((await sumStakes(tx, userId, startOfDay(now))) + stake > BigInt(dailyPerAccount))
    throw errors.stake_limit_reached()
}

/** Throws if these two users may not play for this stake. */
export async function requireOpponentAllowed(
  tx: Tx,
  userIds: readonly [UserId, UserId],
  check: StakeCheck,
): Promise<void> {
  if (check.stake > 0n) await requireStakesOn(tx, check.stakeRules)
  const { areRelated, haveReachedLimit } = await findStakeObstacles(tx, [...userIds], check)
  if (areRelated(...userIds)) throw errors.stake_between_related()
  if (haveReachedLimit(...userIds)) throw errors.stake_limit_reached()
}

interface StakeObstacles {
  areRelated(one: UserId, other: UserId): boolean
  haveReachedLimit(one: UserId, other: UserId): boolean
}

/** Finds which of these users may not play against each other for this stake. */
export async function findStakeObstacles(
  tx: Tx,
  userIds: UserId[],
  { stake, stakeRules, now }: StakeCheck,
): Promise<StakeObstacles> {
  const { listRelatedPairs, dailyPerPair } = stakeRules
  const isStaked = stake > 0n && userIds.length > 1
  const related = isStaked && listRelatedPairs ? await listRelatedPairs(tx, userIds, now) : []
  const staked = isStaked && dailyPerPair > 0 ? await listPairStakes(tx, userIds, startOfDay(now)) : []
  const limited = staked.filter((pair) => pair.stakes + stake > BigInt(dailyPerPair))
  const isOverLimit = isStaked && dailyPerPair > 0 && stake > BigInt(dailyPerPair)
  // Entries from before the stakes were turned off find no opponent, and expire.
  const isRefused = isStaked && !(await stakeRules.areStakesOn(tx))
  const relatedKeys = new Set(related.map(([one, other]) => pairKey(one, other)))
  const limitedKeys = new Set(limited.map(({ one, other }) => pairKey(one, other)))
  return {
    areRelated: (one, other) => relatedKeys.has(pairKey(one, other)),
    haveReachedLimit: (one, other) => isRefused || isOverLimit || limitedKeys.has(pairKey(one, other)),
  }
}

function pairKey(one: UserId, other: UserId): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

function startOfDay(now: Date): Date {
  return new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
}
