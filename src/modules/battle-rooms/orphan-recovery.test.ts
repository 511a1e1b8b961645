import { expect, test } from 'bun:test'
import { DatabaseError } from '../../platform/db/database-error.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { OrphanRecovery } from './orphan-recovery.ts'

const rooms = ['one', 'two'] as RoomId[]

/** Recovers two rooms; claiming the first one fails with `error`. */
async function cancelledAfter(error: unknown): Promise<{ cancelled: number; claimed: RoomId[] }> {
  let cancelled = 0
  const claimed: RoomId[] = []
  const write = async () => {
    cancelled++
    return true
  }
  const recovery = new OrphanRecovery({ platform: { write }, rules: {} } as unknown as BattleDeps, {
    claim: async (roomId) => {
      if (roomId === 'one') throw error
      claimed.push(roomId)
    },
    cancel: async () => undefined,
  })
  await recovery.claimOrphans(rooms)
  return { cancelled, claimed }
}

test('a room that cannot be claimed is cancelled, and the next one is claimed', async () => {
  expect(await cancelledAfter(new Error('pages are lost'))).toEqual({
    cancelled: 1,
    claimed: ['two'] as never,
  })
})

test('a temporary database failure does not cancel a room', async () => {
  const bad = [
    new DatabaseError({ message: 'timeout', errno: '57014' }, 'select 1'),
    new DatabaseError({ message: 'conflict', errno: '40001' }, 'select 1'),
    new DatabaseError({ message: 'gone', code: 'ERR_POSTGRES_CONNECTION_CLOSED' }, 'select 1'),
    commonErrors.overloaded({ retryAfterSeconds: 1 }),
  ]
  for (const error of bad)
    expect(await cancelledAfter(error)).toEqual({ cancelled: 0, claimed: ['two'] as never })
})
