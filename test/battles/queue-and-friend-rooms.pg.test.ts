import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readTicket } from '../../src/modules/battle-records/public/ticket.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  answerAll,
  type BattleProcess,
  type BattleTestbed,
  createBattleTestbed,
  RIGHT,
} from './battle-testbed.ts'

let testbed: BattleTestbed
let here: BattleProcess
beforeAll(async () => {
  testbed = await createBattleTestbed({ xpCap: 30 })
  here = await testbed.openProcess()
})
afterAll(async () => {
  expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })
  await testbed.stop()
})

describe('the queue', () => {
  test('joining the queue repeatedly returns one ticket and reserves no gems', async () => {
    const user = await testbed.addUser(100)
    const joins = await Promise.all(
      Array.from({ length: 20 }, () => here.call('POST /quiz-battles/queue/join', user, { stakeAmount: 70 })),
    )
    expect(new Set(joins.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(joins.map(({ body }) => readTicket(body.data.queueTicket)!.entryId)).size).toBe(1)
    const [{ body }] = joins as [(typeof joins)[0]]
    expect(body).toMatchObject({ success: true, message: 'Looking for an opponent' })
    expect(body.data).toMatchObject({
      status: 'QUEUED',
      matchmakingTimeoutSeconds: 30,
      stakeAmount: 70,
      roomId: null,
    })
    expect(await testbed.gemsOf(user)).toBe(100)

    const ticket = body.data.queueTicket
    const cancels = await Promise.all(
      Array.from({ length: 10 }, () => here.call(`DELETE /quiz-battles/queue/${ticket}`, user)),
    )
    expect(new Set(cancels.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await testbed.gemsOf(user)).toBe(100)
    expect((await here.call(`GET /quiz-battles/queue/${ticket}`, user)).body.data.status).toBe('CANCELLED')
  })

  test('fractional, negative, textual and too large stakes are refused', async () => {
    const user = await testbed.addUser(2_000)
    for (const stakeAmount of [0.1, -5, 1e308, '10', null, true, 1_001, 2 ** 53, {}]) {
      const { status, body } = await here.call('POST /quiz-battles/queue/join', user, { stakeAmount })
      expect([stakeAmount, status]).toEqual([stakeAmount, 400])
      expect(body.error.code).toBe('VALIDATION_FAILED')
    }
    expect(await testbed.gemsOf(user)).toBe(2_000)
    const poor = await testbed.addUser(5)
    const refused = await here.call('POST /quiz-battles/queue/join', poor, { stakeAmount: 6 })
    expect([refused.status, refused.body.error.code]).toEqual([402, 'INSUFFICIENT_GEMS'])
  })

  test('unknown topics are refused', async () => {
    const user = await testbed.addUser()
    const unknown = await here.call('POST /quiz-battles/queue/join', user, { topicId: Bun.randomUUIDv7() })
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'UNKNOWN_TOPIC'])
    expect((await here.call('POST /quiz-battles/queue/join', user, { topicId: 'chess' })).status).toBe(400)
    const { body } = await here.call('GET /quiz-battles/topics', user)
    expect(body.data).toEqual([
      { id: testbed.topicIds.one, title: 'One', questionCount: 8 },
      { id: testbed.topicIds.other, title: 'Other', questionCount: 8 },
    ])
  })

  test('topicId null means any topic, and a queued user must leave the queue before another battle', async () => {
    const user = await testbed.addUser(100)
    const choice = { topicId: null, stakeAmount: 63 }
    const { status, body } = await here.call('POST /quiz-battles/queue/join', user, choice)
    expect([status, body.data.topicId]).toEqual([200, null])
    for (const route of ['bot/start', 'rooms']) {
      const refused = await here.call(`POST /quiz-battles/${route}`, user, { topicId: null })
      expect([route, refused.status, refused.body.error.code]).toEqual([route, 409, 'ALREADY_QUEUED'])
    }
    await here.call(`DELETE /quiz-battles/queue/${body.data.queueTicket}`, user)
    expect((await here.call('POST /quiz-battles/bot/start', user, { topicId: null })).status).toBe(200)
  })

  test('tickets of other users and forged tickets are not found', async () => {
    const [user, other] = await testbed.addUsers(2, 0)
    const { body } = await here.call('POST /quiz-battles/queue/join', user!, {})
    const ticket = body.data.queueTicket
    for (const method of ['GET', 'DELETE'])
      expect((await here.call(`${method} /quiz-battles/queue/${ticket}`, other!)).status).toBe(404)
    expect((await here.call('GET /quiz-battles/queue/nonsense', user!)).status).toBe(404)
    const forged = await here.connectByTicket('AAAA.BBBB')
    expect((await forged.waitUntilClosed()).code).toBe(4401)
    const mine = await here.connectByTicket(ticket)
    expect((await mine.next('auth.ok')).data.userId).toBe(user)
    expect((await mine.next('queue.status')).data).toMatchObject({ status: 'QUEUED', queueTicket: ticket })
    await here.call(`DELETE /quiz-battles/queue/${ticket}`, user!)
    const spent = await here.connectByTicket(ticket)
    expect((await spent.waitUntilClosed()).code).toBe(4401)
    mine.close()
  })

  test('a ticket authenticates the socket, and a player who connects after the pairing receives queue.matched', async () => {
    const [ada, bob] = await testbed.addUsers(2, 0)
    const tickets: string[] = []
    for (const user of [ada!, bob!]) {
      const { body } = await here.call('POST /quiz-battles/queue/join', user, {
        topicId: testbed.topicIds.other,
      })
      tickets.push(body.data.queueTicket)
    }
    await waitUntil(
      async () =>
        (await here.call(`GET /quiz-battles/queue/${tickets[0]}`, ada!)).body.data.status === 'MATCHED',
    )
    const again = await here.call('POST /quiz-battles/queue/join', ada!, {})
    // Each request of the testbed has its own session.
    const entryOf = (ticket: string) => readTicket(ticket)!.entryId
    expect(again.body.data.status).toBe('MATCHED')
    expect(entryOf(again.body.data.queueTicket)).toBe(entryOf(tickets[0]!))
    const late = await here.call(`DELETE /quiz-battles/queue/${tickets[0]}`, ada!)
    expect([late.status, late.body.error.code]).toEqual([409, 'TICKET_NOT_QUEUED'])
    const sockets = await Promise.all(tickets.map((ticket) => here.connectByTicket(ticket)))
    const matched = await Promise.all(sockets.map((socket) => socket.next('queue.matched')))
    expect(matched[0]!.data.roomId).toBe(matched[1]!.data.roomId)
    const { roomId } = matched[0]!.data
    // The socket knows its opponent: joining again is answered with the status.
    sockets[0]!.send('queue.join', {}, undefined, 'again')
    expect((await sockets[0]!.next('queue.status')).data).toMatchObject({ status: 'MATCHED', roomId })
    await sockets[0]!.next('ack')
    expect(sockets[0]!.frames.filter(({ type }) => type === 'queue.matched')).toHaveLength(1)
    for (const socket of sockets) socket.send('battle.ready')
    const ends = await Promise.all([answerAll(sockets[0]!, () => true), answerAll(sockets[1]!, () => false)])
    expect(ends.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
    const room = await testbed.database.query`
      select 1 from battle_room where id = ${matched[0]!.data.roomId} and topic_id = ${testbed.topicIds.other}`
    expect(room).toHaveLength(1)
    for (const socket of sockets) socket.close()
  })
})

describe('friend rooms', () => {
  test('a friend room is joined by its code by one player for the same stake', async () => {
    const [host, guest, third] = await testbed.addUsers(3, 50)
    const created = await here.call('POST /quiz-battles/rooms', host!, { stakeAmount: 20 })
    expect(created.status).toBe(201)
    const { roomId, roomCode, expiresAt } = created.body.data
    expect(roomCode).toMatch(/^\d{6}$/)
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(10)
    expect(await testbed.gemsOf(host!)).toBe(30)
    expect((await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, host!)).body.error.code).toBe(
      'OWN_ROOM',
    )
    const joins = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        here.call(`POST /quiz-battles/rooms/${roomCode}/join`, index % 2 ? guest! : third!),
      ),
    )
    const statuses = joins.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
    expect((await testbed.gemsOf(guest!)) + (await testbed.gemsOf(third!))).toBe(80)
    const inside = joins[1]!.status === 200 ? guest! : third!
    const busy = await here.call('POST /quiz-battles/queue/join', inside, {})
    expect([busy.status, busy.body.error.code, busy.body.error.roomId]).toEqual([
      409,
      'ALREADY_IN_BATTLE',
      roomId,
    ])
    expect((await here.call('POST /quiz-battles/bot/start', inside, {})).status).toBe(409)
    expect((await here.call('POST /quiz-battles/rooms', inside, {})).status).toBe(409)

    const [one, other] = [await here.connect(host!), await here.connect(inside)]
    one.send('battle.ready')
    other.send('battle.ready')
    const ends = await Promise.all([answerAll(one, () => true), answerAll(other, () => false)])
    expect(ends[0]).toMatchObject({ result: 'WIN', gemsDelta: 20, ratingDelta: 0 })
    expect([await testbed.gemsOf(host!), await testbed.gemsOf(inside)]).toEqual([70, 30])
    expect((await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, third!)).status).toBe(410)
    for (const socket of [one, other]) socket.close()
  })

  test('either player can close a friend room before the start, also when one is ready', async () => {
    for (const isReady of [false, true]) {
      const [host, guest] = await testbed.addUsers(2, 20)
      const { roomCode, roomId } = (await here.call('POST /quiz-battles/rooms', host!, { stakeAmount: 20 }))
        .body.data
      await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, guest!)
      const socket = await here.connect(host!)
      if (isReady) {
        socket.send('battle.ready', { roomId })
        await waitUntil(() => here.rooms.registry.local(roomId) !== undefined)
      }
      const outsider = await testbed.addUser()
      expect((await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, outsider)).status).toBe(404)
      expect((await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, guest!)).status).toBe(200)
      await waitUntil(
        async () => (await testbed.gemsOf(host!)) === 20 && (await testbed.gemsOf(guest!)) === 20,
      )
      socket.close()
    }
  })

  test('a guest is notified when the creator closes the room, before and after either player is ready', async () => {
    for (const ready of [[], ['host'], ['guest']]) {
      const [host, guest] = (await testbed.addUsers(2, 20)) as [UserId, UserId]
      const created = await here.call('POST /quiz-battles/rooms', host, { stakeAmount: 20 })
      const { roomCode, roomId } = created.body.data
      await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, guest)
      const sockets = { host: await here.connect(host), guest: await here.connect(guest) }
      for (const name of ready as (keyof typeof sockets)[]) {
        sockets[name].send('battle.ready', { roomId }, undefined, 'ready')
        await sockets[name].next('ack')
      }
      expect((await here.call(`DELETE /quiz-battles/rooms/${roomCode}`, host)).status).toBe(200)
      for (const socket of Object.values(sockets)) {
        const end = await socket.next('battle.end')
        expect(end).toMatchObject({ roomId, seq: 1, data: { reason: 'CANCELLED', gemsDelta: 0 } })
      }
      // A guest who was not connected reads it by resuming, and is told when getting ready.
      const late = await here.connect(guest)
      late.send('battle.resume', { roomId })
      expect((await late.next('battle.end')).data.reason).toBe('CANCELLED')
      late.send('battle.ready', { roomId }, undefined, 'late')
      expect(await late.next('error')).toMatchObject({ id: 'late', data: { code: 'BATTLE_OVER' } })
      for (const socket of [...Object.values(sockets), late]) socket.close()
    }
  })

  test('an unused friend room expires and its stake is refunded', async () => {
    const hurried = await testbed.openProcess({ friendRoomTtlMs: 300 })
    const host = await testbed.addUser(20)
    const { roomCode } = (await hurried.call('POST /quiz-battles/rooms', host, { stakeAmount: 20 })).body.data
    await waitUntil(async () => (await testbed.gemsOf(host)) === 20)
    const late = await hurried.call(`POST /quiz-battles/rooms/${roomCode}/join`, await testbed.addUser(20))
    expect([late.status, late.body.error.code]).toEqual([410, 'CODE_EXPIRED'])
    expect((await hurried.call('GET /quiz-battles/history', host)).body.data).toEqual([])
    await hurried.stop()
  })

  test('a friend room whose players are not ready in time after the second one joined refunds both stakes', async () => {
    const hurried = await testbed.openProcess({ friendReadyTimeoutMs: 300 })
    for (const isCreatorReady of [false, true]) {
      const [host, guest] = (await testbed.addUsers(2, 20)) as [UserId, UserId]
      const created = await hurried.call('POST /quiz-battles/rooms', host, { stakeAmount: 20 })
      const { roomId, roomCode } = created.body.data
      const socket = await hurried.connect(host)
      if (isCreatorReady) {
        socket.send('battle.ready', {}, roomId)
        await waitUntil(() => hurried.rooms.registry.local(roomId) !== undefined)
      }
      const joined = await hurried.call(`POST /quiz-battles/rooms/${roomCode}/join`, guest)
      expect(Date.parse(joined.body.data.readyBy) - Date.now()).toBeLessThan(301)
      // The room of the creator would be open for ten minutes.
      await waitUntil(
        async () => (await testbed.gemsOf(host)) === 20 && (await testbed.gemsOf(guest)) === 20,
        5,
      )
      const late = await hurried.call(`POST /quiz-battles/rooms/${roomCode}/join`, guest)
      expect([late.status, late.body.error.code]).toEqual([410, 'CODE_EXPIRED'])
      socket.close()
    }
    await hurried.stop()
  })

  test('a second player who joins near the end of the room gets no more time than the room has', async () => {
    const hurried = await testbed.openProcess({ friendRoomTtlMs: 5_000 })
    const [host, guest] = (await testbed.addUsers(2, 0)) as [UserId, UserId]
    const { roomCode, expiresAt } = (await hurried.call('POST /quiz-battles/rooms', host)).body.data
    const joined = await hurried.call(`POST /quiz-battles/rooms/${roomCode}/join`, guest)
    expect(joined.body.data.readyBy).toBe(expiresAt)
    expect((await hurried.call(`DELETE /quiz-battles/rooms/${roomCode}`, guest)).status).toBe(200)
    await hurried.stop()
  })

  test('an unknown room code is not found', async () => {
    const user = await testbed.addUser()
    const { body } = await here.call('GET /quiz-battles/history', user)
    expect(body.data).toEqual([])
    expect((await here.call('POST /quiz-battles/rooms/12345/join', user)).status).toBe(404)
    const used = await testbed.database.query<{
      code: string
    }>`select code from battle_room where code is not null`
    const free = ['000000', '000001', '000002'].find((code) => !used.some((row) => row.code === code))!
    expect((await here.call(`POST /quiz-battles/rooms/${free}/join`, user)).status).toBe(404)
  })
})

test('battle XP stops at the daily cap', async () => {
  const [ada, bob] = await testbed.addUsers(2, 0)
  const earned: number[] = []
  for (let round = 0; round < 3; round++) {
    const { roomCode } = (await here.call('POST /quiz-battles/rooms', ada!, {})).body.data
    await here.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob!)
    const [one, other] = [await here.connect(ada!), await here.connect(bob!)]
    one.send('battle.ready')
    other.send('battle.ready')
    const { data } = await one.next('battle.question')
    const { questionId, options } = data
    one.send('battle.answer', { questionId, selectedOption: options.indexOf(RIGHT) })
    other.send('battle.answer', { questionId, selectedOption: 0 })
    await other.next('battle.roundResult')
    other.send('battle.forfeit')
    earned.push((await one.next('battle.end')).data.xpEarned)
    one.close()
    other.close()
  }
  expect(earned).toEqual([20, 10, 0])
  expect(await testbed.xpOf(ada!)).toBe(30)
})
