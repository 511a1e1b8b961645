/** A frame as received. Frames of a room have its id and a sequence number from 1. */
export interface OrderedFrame {
  type: string
  seq: number
  roomId?: string
}

interface RoomState {
  /** The last frame that was delivered. */
  lastSeq: number
  /** Frames that arrived out of order. */
  buffered: Map<number, OrderedFrame>
  /** When the oldest gap was detected. */
  gapSince: number | undefined
  hasEnded: boolean
  /** Another device or page plays on. */
  isElsewhere: boolean
  /** When the last frame arrived, or the service was last asked. */
  receivedAt: number
}

const GAP_TIMEOUT_MS = 3_000
/** Longer than a round with its result: 12.5 seconds. */
const SILENCE_MS = 15_000
const MAX_ROOMS = 20

/**
 * Delivers each frame of a room once and in order, on any connection. After a reconnect, new frames may
 * arrive before missed ones: they wait for them.
 */
export class RoomOrder<Frame extends OrderedFrame> {
  readonly #rooms = new Map<string, RoomState>()

  /** The user takes part in the room: it is resumed after a reconnect, even if no frame has come. */
  enter(roomId: string, now: number): void {
    const room = this.#roomOf(roomId, now)
    room.isElsewhere = false
    room.receivedAt = now
  }

  /** The battle continues on another device or page, and this one must not take it back. */
  leave(roomId: string): void {
    const room = this.#rooms.get(roomId)
    if (room) room.isElsewhere = true
  }

  /**
   * The rooms from which no frame has come for longer than a round lasts: their last frame may be lost, so that no gap
   * shows it. Each is returned once per such time.
   */
  silent(now: number): string[] {
    return this.open().flatMap(({ roomId }) => {
      const room = this.#rooms.get(roomId)!
      if (now - room.receivedAt < SILENCE_MS) return []
      room.receivedAt = now
      return [roomId]
    })
  }

  /** Returns the frames to deliver now, and whether missing frames must be requested. */
  take(frame: Frame, now: number): { ready: Frame[]; isGap: boolean } {
    if (frame.roomId === undefined || frame.seq === 0) return { ready: [frame], isGap: false }
    const room = this.#roomOf(frame.roomId, now)
    room.isElsewhere = false
    room.receivedAt = now
    if (frame.seq > room.lastSeq) room.buffered.set(frame.seq, frame)
    const ready = this.#inTurn(room)
    if (room.buffered.size === 0) {
      room.gapSince = undefined
      return { ready, isGap: false }
    }
    const isGap = room.gapSince === undefined
    room.gapSince ??= now
    return { ready, isGap }
  }

  /** Returns frames whose predecessors did not arrive in time. */
  overdue(now: number): Frame[] {
    return [...this.#rooms.values()].flatMap((room) => {
      if (room.gapSince === undefined || now - room.gapSince < GAP_TIMEOUT_MS) return []
      room.lastSeq = Math.min(...room.buffered.keys()) - 1
      const ready = this.#inTurn(room)
      // Frames behind a second gap may have waited as long.
      room.gapSince = room.buffered.size > 0 ? now : undefined
      return ready
    })
  }

  /** The rooms that are resumed after a reconnect, with the last frame of each. */
  open(): { roomId: string; lastSeq: number }[] {
    return [...this.#rooms]
      .filter(([, room]) => !room.hasEnded && !room.isElsewhere)
      .map(([roomId, { lastSeq }]) => ({ roomId, lastSeq }))
  }

  lastSeqOf(roomId: string): number {
    return this.#rooms.get(roomId)?.lastSeq ?? 0
  }

  #roomOf(roomId: string, now: number): RoomState {
    const known = this.#rooms.get(roomId)
    if (known) return known
    const room: RoomState = {
      lastSeq: 0,
      buffered: new Map(),
      gapSince: undefined,
      hasEnded: false,
      isElsewhere: false,
      receivedAt: now,
    }
    this.#rooms.set(roomId, room)
    if (this.#rooms.size > MAX_ROOMS) this.#rooms.delete(this.#rooms.keys().next().value!)
    return room
  }

  #inTurn(room: RoomState): Frame[] {
    const ready: Frame[] = []
    for (let next = room.buffered.get(room.lastSeq + 1); next; next = room.buffered.get(room.lastSeq + 1)) {
      room.lastSeq++
      room.buffered.delete(room.lastSeq)
      if (next.type === 'battle.end') room.hasEnded = true
      ready.push(next as Frame)
    }
    return ready
  }
}
