import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { shareOfPot, xpFor } from '../game/outcome.ts'
import { lockRatings, type RatingRow, upsertRatings } from '../rating/queries.ts'
import { type MovedRating, rateBattle } from '../rating/rate-battle.ts'
import { listSeatsOf, lockOpenRooms, type SeatRow } from '../rooms/queries.ts'
import { paySettlements } from './pay-settlements.ts'
import { countMeetings, takeFromXpCap, updateEnded } from './queries.ts'
import type { OpenBattle, SeatSettlement, SettleBattle, SettledBattle } from './settlement.ts'
import { tellFacts } from './tell-facts.ts'

/** Battles of the same two on one day (UTC) that give XP and move ratings; see decision 49. */
export const PAID_MEETINGS_A_DAY = 5

/**
 * Ends battles: pot, XP, ratings and history, all of it once. Gives what came of each, in their order; undefined for
 * what is settled already, or is not ours to settle.
 */
export async function settleBattles(
  tx: Tx,
  battles: readonly SettleBattle[],
  { xpCap, now }: { xpCap: number; now: Date },
): Promise<(SeatSettlement[] | undefined)[]> {
  const { open, ratings } = await lockBattles(tx, battles, now)
  if (open.length === 0) return battles.map(() => undefined)
  const moved = moveRatings(open, ratings, now)
  const [earned] = await Promise.all([
    earnXp(tx, open, { xpCap, now }),
    moved.length > 0 ? upsertRatings(tx, moved, now) : undefined,
  ])
  const deltas = new Map(moved.map(({ userId, delta }) => [userId, delta]))
  const settled = open.map((each) => ({ ...each, settled: settleSeats(each, earned, deltas) }))
  await Promise.all([paySettlements(tx, settled, now), updateEnded(tx, settled.map(endedRoom), now)])
  tellFacts(tx, settled, now)
  const byRoom = new Map(settled.map(({ room, settled: seats }) => [room.id, seats]))
  return battles.map(({ roomId }) => byRoom.get(roomId))
}

/** The same of one. */
export async function settleBattle(
  tx: Tx,
  { xpCap, now, ...battle }: SettleBattle & { xpCap: number; now: Date },
): Promise<SeatSettlement[] | undefined> {
  return (await settleBattles(tx, [battle], { xpCap, now }))[0]
}

/** All that is read comes at once: who sits in a room does not change while it is locked. */
async function lockBattles(
  tx: Tx,
  battles: readonly SettleBattle[],
  now: Date,
): Promise<{ open: OpenBattle[]; ratings: ReadonlyMap<UserId, RatingRow> }> {
  const roomIds = battles.map(({ roomId }) => roomId)
  const played = battles.filter(({ wasPlayed }) => wasPlayed).map(({ roomId }) => roomId)
  const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const [rooms, seats, ratings, meetings] = await Promise.all([
    lockOpenRooms(tx, roomIds),
    listSeatsOf(tx, roomIds),
    played.length > 0 ? lockRatings(tx, played) : [],
    played.length > 0 ? countMeetings(tx, played, today) : [],
  ])
  const roomOf = new Map(rooms.map((room) => [room.id, room]))
  const seatsOf = Map.groupBy(seats, ({ roomId }) => roomId)
  const meetingsOf = new Map(meetings.map((row) => [row.roomId, row.meetings]))
  const open = battles.flatMap((battle) => {
    const room = roomOf.get(battle.roomId)
    if (!room || room.ownerId !== battle.ownerId) return []
    // It was seen waiting, and has begun since: whoever takes it up brings it to its end.
    if (!battle.wasPlayed && room.state !== 'WAITING') return []
    const isPaid = battle.wasPlayed && (meetingsOf.get(room.id) ?? 0) < PAID_MEETINGS_A_DAY
    return [{ battle, room, seats: seatsOf.get(room.id) ?? [], isPaid }]
  })
  return { open, ratings: new Map(ratings.map((row) => [row.userId, row])) }
}

/** Only what the queue brought together is rated: friends can choose whom they lose to. */
function moveRatings(open: OpenBattle[], held: ReadonlyMap<UserId, RatingRow>, now: Date): MovedRating[] {
  return open.flatMap(({ battle: { outcome }, room, seats: [one, other], isPaid }) => {
    if (!isPaid || room.kind !== 'QUEUE' || outcome.state !== 'FINISHED' || !one || !other) return []
    const player = ({ userId, seat }: SeatRow) => ({ userId, result: outcome.seats[seat].result })
    return rateBattle([player(one), player(other)], held, now)
  })
}

/** As much as the day's cap leaves. */
async function earnXp(
  tx: Tx,
  open: OpenBattle[],
  { xpCap, now }: { xpCap: number; now: Date },
): Promise<Map<UserId, number>> {
  const wanted = open
    .filter(({ isPaid }) => isPaid)
    .flatMap(({ battle: { outcome }, room, seats }) =>
      seats.map(({ userId, seat }) => ({ userId, xp: xpFor(outcome, seat, room.botDifficulty !== null) })),
    )
    .filter(({ xp }) => xp > 0)
  if (wanted.length === 0) return new Map()
  const day = now.toISOString().slice(0, 10)
  const granted = await takeFromXpCap(tx, wanted, { day, cap: xpCap })
  return new Map(granted.map((row) => [row.userId, row.granted]))
}

function settleSeats(
  { battle: { outcome }, room, seats }: OpenBattle,
  earned: ReadonlyMap<UserId, number>,
  ratingDeltas: ReadonlyMap<UserId, number>,
): SeatSettlement[] {
  const shares = shareOfPot(outcome, room.stake)
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
    seats: settled.map(({ seat, gemsDelta, xpEarned, ratingDelta }, place) => ({
      entryId: seats[place]!.entryId,
      score: outcome.seats[seat].score,
      correctCount: outcome.seats[seat].correctCount,
      result: wasPlayed ? outcome.seats[seat].result : null,
      gemsDelta,
      xpEarned,
      ratingDelta,
    })),
  }
}
