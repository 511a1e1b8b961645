import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { HOUSE, userAccount } from '../../rewards/account.ts'
import { xpAwarded } from '../../rewards/events.ts'
import { postTransfer } from '../../rewards/post-transfer.ts'
import type { Leg } from '../../rewards/transfer.ts'
import { battleFinished, battleWon } from '../events.ts'
import type { SeatNumber } from '../game/battle.ts'
import { type Outcome, shareOfPot, xpFor } from '../game/outcome.ts'
import { rateBattle } from '../rating/rate-battle.ts'
import { escrowOf } from '../stakes.ts'
import type { RoomId } from '../ticket.ts'
import {
  listSeats,
  lockOpenRoom,
  type ProcessId,
  type RoomRow,
  type SeatRow,
  takeFromXpCap,
  updateEnded,
} from './queries.ts'

export interface SettleBattle {
  roomId: RoomId
  /** The process that keeps the room: whoever lost it meanwhile settles nothing. Null: a room that nobody keeps. */
  ownerId: ProcessId | null
  outcome: Outcome
  /** Somebody had begun to play. */
  wasPlayed: boolean
  xpCap: number
  now: Date
}

/** What a player gets to see of it. */
export interface SeatSettlement {
  userId: UserId
  seat: SeatNumber
  gemsDelta: number
  xpEarned: number
  ratingDelta: number
}

/** Ends a battle: pot, XP, ratings and history, all of it once. Undefined when it is settled, or not ours to settle. */
export async function settleBattle(tx: Tx, settle: SettleBattle): Promise<SeatSettlement[] | undefined> {
  const { roomId, ownerId, outcome, wasPlayed, now } = settle
  const room = await lockOpenRoom(tx, roomId)
  if (!room || room.ownerId !== ownerId) return undefined
  // It was seen waiting, and has begun since: whoever takes it up brings it to its end.
  if (!wasPlayed && room.state !== 'WAITING') return undefined
  const seats = await listSeats(tx, roomId)

  const earned = wasPlayed ? await earnXp(tx, room, seats, settle) : new Map<UserId, number>()
  const ratingDeltas = wasPlayed ? await moveRatings(tx, room, seats, settle) : [0, 0]
  await postSettlement(tx, room, seats, earned, settle)

  const shares = shareOfPot(outcome, room.stake)
  const settled = seats.map(({ userId, seat }) => ({
    userId,
    seat,
    gemsDelta: Number(shares[seat] - room.stake),
    xpEarned: earned.get(userId) ?? 0,
    ratingDelta: ratingDeltas[seat]!,
  }))
  await updateEnded(tx, {
    roomId,
    state: outcome.state,
    reason: outcome.reason,
    botScore: room.botDifficulty ? outcome.seats[1].score : null,
    seats: settled.map(({ seat, gemsDelta, xpEarned, ratingDelta }) => ({
      entryId: seats.find((row) => row.seat === seat)!.entryId,
      score: outcome.seats[seat].score,
      correctCount: outcome.seats[seat].correctCount,
      result: wasPlayed ? outcome.seats[seat].result : null,
      gemsDelta,
      xpEarned,
      ratingDelta,
    })),
    now,
  })
  if (wasPlayed) tellFacts(tx, room, settled, settle)
  return settled
}

/** As much as the day's cap leaves. */
async function earnXp(
  tx: Tx,
  room: RoomRow,
  seats: SeatRow[],
  { outcome, xpCap, now }: SettleBattle,
): Promise<Map<UserId, number>> {
  const wanted = seats
    .map(({ userId, seat }) => ({ userId, xp: xpFor(outcome, seat, room.botDifficulty !== null) }))
    .filter(({ xp }) => xp > 0)
  if (wanted.length === 0) return new Map()
  const day = now.toISOString().slice(0, 10)
  const granted = await takeFromXpCap(tx, wanted, { day, cap: xpCap })
  return new Map(granted.map((row) => [row.userId, row.granted]))
}

/** Only what the queue brought together is rated: friends can choose whom they lose to. */
async function moveRatings(
  tx: Tx,
  room: RoomRow,
  seats: SeatRow[],
  { outcome, now }: SettleBattle,
): Promise<[number, number]> {
  const [one, other] = seats
  if (room.kind !== 'QUEUE' || outcome.state !== 'FINISHED' || !one || !other) return [0, 0]
  const player = ({ userId, seat }: SeatRow) => ({ userId, result: outcome.seats[seat].result })
  return rateBattle(tx, { players: [player(one), player(other)], now })
}

/** One transfer for all of it, named by the room: it cannot happen twice. */
async function postSettlement(
  tx: Tx,
  room: RoomRow,
  seats: SeatRow[],
  earned: Map<UserId, number>,
  { roomId, outcome, now }: SettleBattle,
): Promise<void> {
  const legs: Leg[] = []
  const shares = shareOfPot(outcome, room.stake)
  for (const { entryId, userId, seat } of seats) {
    // Whoever was alone in a friend's room gets their own back, and there is no other to give or get.
    const share = seats.length === 2 ? shares[seat] : room.stake
    if (room.stake > 0n) legs.push({ account: escrowOf(entryId), asset: 'GEM', amount: -room.stake })
    if (share > 0n) legs.push({ account: userAccount(userId), asset: 'GEM', amount: share })
    const xp = BigInt(earned.get(userId) ?? 0)
    if (xp === 0n) continue
    legs.push({ account: HOUSE.issuance, asset: 'XP', amount: -xp })
    legs.push({ account: userAccount(userId), asset: 'XP', amount: xp })
  }
  const source = `battle:${roomId}`
  if (legs.length > 0) await postTransfer(tx, { source, reason: 'battle settled', legs, now })
  for (const [userId, xp] of earned)
    if (xp > 0) tx.emit(xpAwarded({ userId, xp, at: now.toISOString(), source }))
}

function tellFacts(
  tx: Tx,
  { kind }: RoomRow,
  settled: SeatSettlement[],
  { roomId, outcome, now }: SettleBattle,
): void {
  const at = now.toISOString()
  const winner = settled.find(({ seat }) => seat === outcome.winner)
  // Friends could agree who wins.
  if (winner && kind === 'QUEUE') tx.emit(battleWon({ userId: winner.userId, roomId, at }))
  const opponentOf = (player: SeatSettlement) => settled.find(({ seat }) => seat !== player.seat)?.userId
  tx.emit(
    battleFinished({
      roomId,
      reason: outcome.reason,
      players: settled.map((player) => ({
        userId: player.userId,
        result: outcome.seats[player.seat].result,
        score: outcome.seats[player.seat].score,
        gemsDelta: player.gemsDelta,
        xpEarned: player.xpEarned,
        ratingDelta: player.ratingDelta,
        opponentId: opponentOf(player) ?? null,
      })),
      at,
    }),
  )
}
