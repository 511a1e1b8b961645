import { describe, expect, test } from 'bun:test'
import { type OrderedFrame, RoomOrder } from '../src/room-order.ts'

const frame = (seq: number, roomId = 'a', type = 'battle.question'): OrderedFrame => ({ type, seq, roomId })
const seqsOf = (frames: OrderedFrame[]) => frames.map(({ seq }) => seq)

describe('frames of a room', () => {
  test('come once, and in their order', () => {
    const order = new RoomOrder()
    expect(seqsOf(order.take(frame(1), 0).ready)).toEqual([1])
    expect(seqsOf(order.take(frame(1), 0).ready)).toEqual([])
    expect(seqsOf(order.take(frame(2), 0).ready)).toEqual([2])
  })

  test('wait for the ones that are missing, which are asked for once', () => {
    const order = new RoomOrder()
    order.take(frame(1), 0)
    expect(order.take(frame(4), 0)).toEqual({ ready: [], isGap: true })
    expect(order.take(frame(3), 0)).toEqual({ ready: [], isGap: false })
    expect(seqsOf(order.take(frame(2), 0).ready)).toEqual([2, 3, 4])
    expect(order.take(frame(7), 0).isGap).toBe(true)
  })

  test('are handed on without the missing ones when those do not come', () => {
    const order = new RoomOrder()
    order.take(frame(3), 0)
    order.take(frame(5), 0)
    expect(order.overdue(2_999)).toEqual([])
    expect(seqsOf(order.overdue(3_000))).toEqual([3])
    expect(seqsOf(order.take(frame(4), 3_001).ready)).toEqual([4, 5])
  })

  test('behind a second gap are handed on as well, though nothing else ever comes', () => {
    const order = new RoomOrder()
    order.take(frame(3), 0)
    order.take(frame(5, 'a', 'battle.end'), 0)
    expect(seqsOf(order.overdue(3_000))).toEqual([3])
    expect(seqsOf(order.overdue(5_999))).toEqual([])
    expect(seqsOf(order.overdue(6_000))).toEqual([5])
    expect([order.open(), order.overdue(60_000)]).toEqual([[], []])
  })

  test('are counted room by room; what is of no room goes through', () => {
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

  test('leave the room closed after its end', () => {
    const order = new RoomOrder()
    order.take(frame(1), 0)
    order.take(frame(2, 'a', 'battle.end'), 0)
    expect(order.open()).toEqual([])
  })
})
