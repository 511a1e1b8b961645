import type { UserId } from '../../platform/ids.ts'
import type { RetentionRule } from '../../platform/retention.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { rewardUsers } from '../ledger/public/reward-user.ts'
import type { ContestId } from './public/contest.ts'
import type { FinalizedParticipant } from './settlement-queries.ts'

export const contestXpRetention: RetentionRule[] = [
  // Only the row of the current day is read; the margin allows for processes with a wrong clock.
  { table: 'contest_daily_xp', column: 'day', isDate: true, keepDays: 7 },
]

const XP_PER_TEN_PERCENT = 1
const XP_FOR_PRIZE = 10
/** Maximum XP from contests per user and day (UTC): contests are cheap to create. */
export const CONTEST_XP_DAILY_CAP = 40

/** The XP of a result: one for every full ten percent, and more for a prize. */
export function xpOf({ score, prizeGems }: { score: number | null; prizeGems: number }): number {
  return Math.floor((score ?? 0) / 10) * XP_PER_TEN_PERCENT + (prizeGems > 0 ? XP_FOR_PRIZE : 0)
}

type RankedResult = Pick<FinalizedParticipant, 'userId' | 'score' | 'prizeGems'>

/** Pays the XP of final results, each once and at most as much as the daily cap allows. */
export async function rewardResults(
  tx: Tx,
  { contestId, results, now }: { contestId: ContestId; results: RankedResult[]; now: Date },
): Promise<void> {
  const wanted = results
    .map((result) => ({ userId: result.userId, xp: xpOf(result) }))
    .filter(({ xp }) => xp > 0)
  if (wanted.length === 0) return
  const day = now.toISOString().slice(0, 10)
  const granted = (await reserveDailyXp(tx, wanted, { day, cap: CONTEST_XP_DAILY_CAP })).filter(
    ({ xp }) => xp > 0,
  )
  if (granted.length === 0) return
  await updateXp(tx, contestId, granted)
  await rewardUsers(
    tx,
    granted.map(({ userId, xp }) => ({
      userId,
      xp,
      gems: 0,
      source: `contest:${contestId}:xp:${userId}`,
      reason: 'contest result',
      now,
    })),
  )
}

interface UserXp {
  userId: UserId
  xp: number
}

/** Counts XP towards the daily cap. Returns for each user how much of the wanted XP the cap still allows. */
async function reserveDailyXp(
  tx: Tx,
  wanted: UserXp[],
  { day, cap }: { day: string; cap: number },
): Promise<UserXp[]> {
  return tx<UserXp>`
    insert into contest_daily_xp as existing (user_id, day, xp)
    select "userId", ${day}::date, least(xp, ${cap}::integer)
    from jsonb_to_recordset(${wanted}::jsonb) as row ("userId" uuid, xp integer) order by "userId"
    on conflict (user_id, day) do update
      set xp = existing.xp + least(excluded.xp, greatest(0, ${cap}::integer - existing.xp))
    returning user_id as "userId", new.xp - coalesce(old.xp, 0) as xp`
}

async function updateXp(tx: Tx, contestId: ContestId, granted: UserXp[]): Promise<void> {
  await tx`
    update contest_participant as participant set xp = granted.xp
    from jsonb_to_recordset(${granted}::jsonb) as granted ("userId" uuid, xp integer)
    where contest_id = ${contestId} and user_id = granted."userId"`
}
