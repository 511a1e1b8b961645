import { afterEach, expect, test } from 'bun:test'
import { addMs, HOUR_MS, now, SECOND_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import { BATTLE_RULES } from '../battle-game/public/rules.ts'
import { CoalescedTimers } from './coalesced-timers.ts'
import { LiveRoom } from './live-room.ts'
import { newRoomRecord } from './room-record.ts'

afterEach(useSystemClock)

test('a step of the wall clock neither ends a room early nor keeps it open', () => {
  let [wall, monotonic] = [1_790_000_000_000, 5_000]
  useClock(
    () => wall,
    () => monotonic,
  )
  const inputs: BattleInput[] = []
  const player = () => ({ id: newId(), userId: newId(), rating: 1_200 })
  const record = newRoomRecord(
    { roomId: newId(), seed: '1', players: [player(), player()], topicId: null, stake: 0n } as never,
    { hostProcessId: newId(), questionIds: [] } as never,
    [],
    { now: now(), startDeadline: addMs(now(), 30 * SECOND_MS) },
  )
  const room = new LiveRoom(record, {
    rules: BATTLE_RULES,
    store: (_, input) => void inputs.push(input),
    send: () => {},
    settle: async () => undefined,
    drop: () => {},
    timers: new CoalescedTimers(() => {}),
  })
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
