import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { isEarnedWin, splitPot, xpFor } from '../../battle-game/public/outcome.ts'
import { countMeetings } from '../../battle-records/public/history.ts'
import { lockRatings, type RatingRow, upsertRatings } from '../../battle-records/public/ratings.ts'
import { endRooms, listSeats, lockOpenRooms, type SeatRow } from '../../battle-records/public/rooms.ts'
import { emitBattleEvents } from '../emit-battle-events.ts'
import { extendWinnerStreaks } from '../extend-winner-streaks.ts'
import { postSettlementTransfers } from '../post-settlement-transfers.ts'
import { reserveDailyXp } from '../queries.ts'
import { type RatingChange, rateBattle } from '../rate-battle.ts'
import type { BattleToSettle, SeatSettlement, SettledBattle, UnsettledBattle } from './settlement.ts'

/** Battles of the same two players per day (UTC) that give XP and change ratings. */
export const REWARDED_BATTLES_PER_PAIR_PER_DAY = 5

/**
 * Settles battles: posts pot and XP, updates ratings and stores the results. Returns the settlement of each battle in
 * the given order; undefined for a battle that is settled already or has another host.
 */
export async function settleBattles(
  tx: Tx,
  battles: readonly BattleToSettle[],
  { xpCap, now }: { xpCap: number; now: Date },
): Promise<(SeatSettlement[] | undefined)[]> {
  const { open, ratings } = await lockBattles(tx, battles, now)
  if (open.length === 0) return battles.map(() => undefined)
  const ratingChanges = computeRatingChanges(open, ratings, now)
  // Lock order: streaks before balances.
  await extendWinnerStreaks(tx, open, now)
  const [earned] = await Promise.all([
    grantXp(tx, open, { xpCap, now }),
    ratingChanges.length > 0 ? upsertRatings(tx, ratingChanges, now) : undefined,
  ])
  const deltas = new Map(ratingChanges.map(({ userId, delta }) => [userId, delta]))
  const settled = open.map((each) => ({ ...each, settled: settleSeats(each, earned, deltas) }))
  await Promise.all([postSettlementTransfers(tx, settled, now), endRooms(tx, settled.map(endedRoom), now)])
  emitBattleEvents(tx, settled, now)
  const byRoom = new Map(settled.map(({ room, settled: seats }) => [room.id, seats]))
  return battles.map(({ roomId }) => byRoom.get(roomId))
}

export async function settleBattle(
  tx: Tx,
  { xpCap, now, ...battle }: BattleToSettle & { xpCap: number; now: Date },
): Promise<SeatSettlement[] | undefined> {
  return (await settleBattles(tx, [battle], { xpCap, now }))[0]
}

/** Sends all reads in one round trip: the seats of a room do not change after it is locked. */
async function lockBattles(
  tx: Tx,
  battles: readonly BattleToSettle[],
  now: Date,
): Promise<{ open: UnsettledBattle[]; ratings: ReadonlyMap<UserId, RatingRow> }> {
  const roomIds = battles.map(({ roomId }) => roomId)
  const played = battles.filter(({ wasPlayed }) => wasPlayed).map(({ roomId }) => roomId)
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const [rooms, seats, ratings, meetings] = await Promise.all([
    lockOpenRooms(tx, roomIds),
    listSeats(tx, roomIds),
    played.length > 0 ? lockRatings(tx, played) : [],
    played.length > 0 ? countMeetings(tx, played, today) : [],
  ])
  const roomOf = new Map(rooms.map((room) => [room.id, room]))
  const seatsOf = Map.groupBy(seats, ({ roomId }) => roomId)
  const meetingsOf = new Map(meetings.map((row) => [row.roomId, row.meetings]))
  const open = battles.flatMap((battle) => {
    const room = roomOf.get(battle.roomId)
    if (!room || room.hostProcessId !== battle.hostProcessId) return []
    // The battle has started since the caller read it as waiting: its next host finishes it.
    if (!battle.wasPlayed && room.state !== 'WAITING') return []
    const isRewarded = battle.wasPlayed && (meetingsOf.get(room.id) ?? 0) < REWARDED_BATTLES_PER_PAIR_PER_DAY
    return [{ battle, room, seats: seatsOf.get(room.id) ?? [], isRewarded }]
  })
  return { open, ratings: new Map(ratings.map((row) => [row.userId, row])) }
}

/**
 * Only queue battles are rated: friends could agree on the result. A winner without a correct answer keeps the rating;
 * the loser's falls, so that leaving early does not protect it.
 */
function computeRatingChanges(
  open: UnsettledBattle[],
  ratings: ReadonlyMap<UserId, RatingRow>,
  now: Date,
): RatingChange[] {
  return open.flatMap(({ battle: { outcome }, room, seats: [one, other], isRewarded }) => {
    if (!isRewarded || room.kind !== 'QUEUE' || outcome.state !== 'FINISHED' || !one || !other) return []
    const player = ({ userId, seat }: SeatRow) => ({ userId, result: outcome.seats[seat].result })
    const changes = rateBattle([player(one), player(other)], ratings, now)
    return changes.filter(({ result }) => result !== 'WIN' || isEarnedWin(outcome))
  })
}

/** Returns the XP of each user within the daily cap. */
async function grantXp(
  tx: Tx,
  open: UnsettledBattle[],
  { xpCap, now }: { xpCap: number; now: Date },
): Promise<Map<UserId, number>> {
  const wanted = open
    .filter(({ isRewarded }) => isRewarded)
    .flatMap(({ battle: { outcome }, room, seats }) =>
      seats.map(({ userId, seat }) => ({ userId, xp: xpFor(outcome, seat, room.botDifficulty !== null) })),
    )
    .filter(({ xp }) => xp > 0)
  if (wanted.length === 0) return new Map()
  const day = now.toISOString().slice(0, 10)
  const granted = await reserveDailyXp(tx, wanted, { day, cap: xpCap })
  return new Map(granted.map((row) => [row.userId, row.granted]))
}

function settleSeats(
  { battle: { outcome }, room, seats }: UnsettledBattle,
  earned: ReadonlyMap<UserId, number>,
  ratingDeltas: ReadonlyMap<UserId, number>,
): SeatSettlement[] {
  const shares = splitPot(outcome, room.stake)
  return seats.map(({ userId, seat }) => ({
    userId,
    seat,
    gemsDelta: Number(shares[seat] - room.stake),
    xpEarned: earned.get(userId) ?? 0,
    ratingDelta: ratingDeltas.get(userId) ?? 0,
  }))
}

function endedRoom({ battle: { outcome, wasPlayed }, room, seats, settled }: SettledBattle) {
  return {
    roomId: room.id,
    state: outcome.state,
    reason: outcome.reason,
    botScore: room.botDifficulty ? outcome.seats[1].score : null,
    seats: settled.map(({ seat, gemsDelta, xpEarned, ratingDelta }, index) => ({
      entryId: seats[index]!.entryId,
      score: outcome.seats[seat].score,
      correctCount: outcome.seats[seat].correctCount,
      fastAnswers: outcome.seats[seat].fastAnswers,
      result: wasPlayed ? outcome.seats[seat].result : null,
      gemsDelta,
      xpEarned,
      ratingDelta,
    })),
  }
}
