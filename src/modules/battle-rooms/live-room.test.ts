import { afterEach, expect, test } from 'bun:test'
import { addMs, HOUR_MS, now, SECOND_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import { BATTLE_RULES } from '../battle-game/public/rules.ts'
import { CoalescedTimers } from './coalesced-timers.ts'
import { LiveRoom, type RoomDeps } from './live-room.ts'
import { newRoomRecord } from './room-record.ts'

afterEach(useSystemClock)

/** A room of two players who are not ready. */
function openRoom(deps: Partial<RoomDeps> = {}) {
  const players = [0, 1].map(() => ({ id: newId(), userId: newId<'User'>(), rating: 1_200 }))
  const record = newRoomRecord(
    { roomId: newId(), seed: '1', players, topicId: null, stake: 0n } as never,
    { hostProcessId: newId(), questionIds: [] } as never,
    [],
    { now: now(), startDeadline: addMs(now(), 30 * SECOND_MS) },
  )
  const room = new LiveRoom(record, {
    rules: BATTLE_RULES,
    store: () => {},
    send: () => {},
    sendToUser: () => {},
    settle: async () => undefined,
    drop: () => {},
    timers: new CoalescedTimers(() => {}),
    ...deps,
  })
  return { room, userIds: players.map(({ userId }) => userId) as [UserId, UserId] }
}

test('a step of the wall clock neither ends a room early nor keeps it open', () => {
  let [wall, monotonic] = [1_790_000_000_000, 5_000]
  useClock(
    () => wall,
    () => monotonic,
  )
  const inputs: BattleInput[] = []
  const { room } = openRoom({ store: (_, input) => void inputs.push(input) })
  wall += HOUR_MS
  room.advance()
  expect([inputs, room.hasEnded]).toEqual([[], false])
  wall -= 2 * HOUR_MS
  monotonic += 30 * SECOND_MS
  room.advance()
  // The time of the room goes on from the moment at which it was opened.
  expect(inputs).toEqual([{ type: 'time', at: 1_790_000_030_000 }])
  expect(room.hasEnded).toBe(true)
  room.close()
})

test('a command with an id is acknowledged when its input is stored, and not before', () => {
  const stored: (() => void)[] = []
  const sent: OutFrame[] = []
  const { room, userIds } = openRoom({
    store: (_, __, { onStored }) => void stored.push(onStored),
    send: (_, frames) => void sent.push(...frames),
  })
  const client = { processId: newId<'BattleProcess'>(), connectionId: 'socket' } as never
  room.receive(userIds[0], client, { type: 'ready' }, 'seven')
  expect([stored.length, sent]).toEqual([1, []])
  stored[0]!()
  expect(sent).toEqual([{ type: 'ack', id: 'seven', data: { replyTo: 'battle.ready' } }])
  // A repeated command stores nothing.
  room.receive(userIds[0], client, { type: 'ready' }, 'eight')
  expect([stored.length, sent.at(-1)?.id]).toEqual([1, 'eight'])
  room.close()
})
