import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { TimeZones } from '../accounts/public/time-zones.ts'
import { listTimeZones } from '../accounts/public/user-status.ts'
import { isEarnedWin } from '../battle-game/public/outcome.ts'
import { countBotWins } from '../battle-records/public/history.ts'
import { extendStreaks } from '../streaks/public/extend-streak.ts'
import { startOfDay } from '../streaks/public/streak.ts'
import type { UnsettledBattle } from './public/settlement.ts'

/** So many wins against bots on one day extend the streak; against a person, one does. */
export const BOT_WINS_FOR_STREAK = 3

interface Winner {
  userId: UserId
  isAgainstBot: boolean
}

/** Extends the streaks of the winners, in the order of users. Call it before the results are stored. */
export async function extendWinnerStreaks(
  tx: Tx,
  battles: readonly UnsettledBattle[],
  now: Date,
): Promise<void> {
  const winners = battles.flatMap(winnerOf)
  if (winners.length === 0) return
  const zones = await listTimeZones(
    tx,
    winners.map(({ userId }) => userId),
  )
  const active = winners.filter(({ userId }) => zones.has(userId)).toSorted(byUser)
  const counts = await countEarlierBotWins(tx, active, { zones, now })
  const learned = active.filter(
    ({ userId, isAgainstBot }) => !isAgainstBot || (counts.get(userId) ?? 0) + 1 >= BOT_WINS_FOR_STREAK,
  )
  // Each user is in it once, because nobody is in two battles at a time.
  await extendStreaks(
    tx,
    learned.map(({ userId }) => ({ userId, timeZone: zones.get(userId)!.current, now })),
  )
}

function winnerOf({ battle: { outcome }, room, seats, isRewarded }: UnsettledBattle): Winner[] {
  // Undefined if the bot has won.
  const winner = seats.find(({ seat }) => seat === outcome.winner)
  return winner && isRewarded && isEarnedWin(outcome)
    ? [{ userId: winner.userId, isAgainstBot: room.botDifficulty !== null }]
    : []
}

/** Wins of today in the time zone of each user. A user is in one battle at a time, so the count is stable. */
async function countEarlierBotWins(
  tx: Tx,
  winners: Winner[],
  { zones, now }: { zones: ReadonlyMap<UserId, TimeZones>; now: Date },
): Promise<Map<UserId, number>> {
  const users = winners
    .filter(({ isAgainstBot }) => isAgainstBot)
    .map(({ userId }) => ({ userId, since: startOfDay({ at: now, zone: zones.get(userId)!.current }) }))
  if (users.length === 0) return new Map()
  return new Map((await countBotWins(tx, users)).map(({ userId, wins }) => [userId, wins]))
}

function byUser(one: Winner, other: Winner): number {
  return one.userId < other.userId ? -1 : 1
}
