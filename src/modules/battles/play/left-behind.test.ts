import { expect, test } from 'bun:test'
import { DatabaseFault } from '../../../platform/db/faults.ts'
import { refusals } from '../../../platform/errors.ts'
import type { BattleParts } from '../battles.ts'
import type { RoomId } from '../ticket.ts'
import { LeftBehind } from './left-behind.ts'

const rooms = ['one', 'two'] as RoomId[]

/** How often a room was to be given up, when taking the first of them fails so. */
async function givenUpAfter(fault: unknown): Promise<{ givenUp: number; taken: RoomId[] }> {
  let givenUp = 0
  const taken: RoomId[] = []
  const write = async () => {
    givenUp++
    return true
  }
  const leftBehind = new LeftBehind({ platform: { write }, rules: {} } as unknown as BattleParts, {
    take: async (roomId) => {
      if (roomId === 'one') throw fault
      taken.push(roomId)
    },
    callOff: async () => undefined,
  })
  await leftBehind.takeOrphans(rooms)
  return { givenUp, taken }
}

test('a room that can never be taken up is given up, and the next one is taken', async () => {
  expect(await givenUpAfter(new Error('its pages are lost'))).toEqual({ givenUp: 1, taken: ['two'] as never })
})

test('a bad moment of the database is no reason to give a room up', async () => {
  const bad = [
    new DatabaseFault({ message: 'timeout', errno: '57014' }, 'select 1'),
    new DatabaseFault({ message: 'conflict', errno: '40001' }, 'select 1'),
    new DatabaseFault({ message: 'gone', code: 'ERR_POSTGRES_CONNECTION_CLOSED' }, 'select 1'),
    refusals.overloaded({ retryAfterSeconds: 1 }),
  ]
  for (const fault of bad) expect(await givenUpAfter(fault)).toEqual({ givenUp: 0, taken: ['two'] as never })
})
