import { describe, expect, test } from 'bun:test'
import { type OrderedFrame, RoomOrder } from '../src/room-order.ts'

const frame = (seq: number, roomId = 'a', type = 'battle.question'): OrderedFrame => ({ type, seq, roomId })
const seqsOf = (frames: OrderedFrame[]) => frames.map(({ seq }) => seq)

describe('frames of a room', () => {
  test('frames of a room are delivered once and in order', () => {
    const order = new RoomOrder()
    expect(seqsOf(order.take(frame(1), 0).ready)).toEqual([1])
    expect(seqsOf(order.take(frame(1), 0).ready)).toEqual([])
    expect(seqsOf(order.take(frame(2), 0).ready)).toEqual([2])
  })

  test('frames after a gap wait for the missing ones, which are requested once', () => {
    const order = new RoomOrder()
    order.take(frame(1), 0)
    expect(order.take(frame(4), 0)).toEqual({ ready: [], isGap: true })
    expect(order.take(frame(3), 0)).toEqual({ ready: [], isGap: false })
    expect(seqsOf(order.take(frame(2), 0).ready)).toEqual([2, 3, 4])
    expect(order.take(frame(7), 0).isGap).toBe(true)
  })

  test('frames after a gap are delivered when the missing ones do not arrive in time', () => {
    const order = new RoomOrder()
    order.take(frame(3), 0)
    order.take(frame(5), 0)
    expect(order.overdue(2_999)).toEqual([])
    expect(seqsOf(order.overdue(3_000))).toEqual([3])
    expect(seqsOf(order.take(frame(4), 3_001).ready)).toEqual([4, 5])
  })

  test('frames behind a second gap are delivered in time even if no other frame arrives', () => {
    const order = new RoomOrder()
    order.take(frame(3), 0)
    order.take(frame(5, 'a', 'battle.end'), 0)
    expect(seqsOf(order.overdue(3_000))).toEqual([3])
    expect(seqsOf(order.overdue(5_999))).toEqual([])
    expect(seqsOf(order.overdue(6_000))).toEqual([5])
    expect([order.open(), order.overdue(60_000)]).toEqual([[], []])
  })

  test('frames are ordered separately for each room, and frames without a room pass through', () => {
    const order = new RoomOrder()
    order.take(frame(1), 0)
    order.take(frame(2), 0)
    expect(seqsOf(order.take(frame(1, 'b'), 0).ready)).toEqual([1])
    expect(order.take({ type: 'notification', seq: 0 }, 0).ready).toHaveLength(1)
    expect(order.open()).toEqual([
      { roomId: 'a', lastSeq: 2 },
      { roomId: 'b', lastSeq: 1 },
    ])
  })

  test('frames that arrive after the end of a room do not open it again', () => {
    const order = new RoomOrder()
    order.take(frame(1), 0)
    order.take(frame(2, 'a', 'battle.end'), 0)
    expect(order.open()).toEqual([])
  })

  test('a room that is silent for longer than a round lasts is asked again, until it ends or goes elsewhere', () => {
    const order = new RoomOrder()
    order.enter('a', 0)
    expect(order.silent(14_999)).toEqual([])
    expect([order.silent(15_000), order.silent(15_001)]).toEqual([['a'], []])
    order.take(frame(1), 20_000)
    expect([order.silent(34_999), order.silent(35_000)]).toEqual([[], ['a']])
    order.leave('a')
    expect([order.silent(90_000), order.open()]).toEqual([[], []])
    // The program takes the battle back.
    order.enter('a', 90_000)
    expect(order.silent(105_000)).toEqual(['a'])
    order.take(frame(2, 'a', 'battle.end'), 106_000)
    expect(order.silent(200_000)).toEqual([])
  })
})
