import { expect, test } from 'bun:test'
import { LyceumError } from '../../../packages/client/src/lyceum.ts'
import { runCommand } from '../../../test/harness/processes/run-command.ts'
import { explainFailedCall, isLost } from './play.ts'

test('a connection is lost when it is closed, or still waits after 20 seconds, and not while it is being opened', () => {
  expect(isLost('waiting', 20_000)).toBe(false)
  expect(isLost('connecting', 20_001)).toBe(false)
  expect(isLost('waiting', 20_001)).toBe(true)
  expect(isLost('open', 0)).toBe(false)
  expect(isLost('closed', 0)).toBe(true)
})

test('only a service that cannot be reached is reported as one that does not respond', () => {
  const explain = (code: string) =>
    explainFailedCall(new LyceumError(code, 'Late.', { status: 0 }), 'http://x')
  expect(explain('UNREACHABLE')).toContain('No service responds at http://x')
  expect(explain('TIMED_OUT')).toBe('Late.')
})

test('play reports again that the player is ready after the connection was lost before the answer', async () => {
  const received: string[] = []
  const frame = (type: string, data: object) => JSON.stringify({ v: 1, type, seq: 0, ts: '', data })
  const opponent = { username: 'rival', isBot: false, rating: 1200 }
  const end = {
    result: 'WIN',
    reason: 'COMPLETED',
    scores: { you: 5, opponent: 3 },
    gemsDelta: 0,
    xpEarned: 0,
    ratingDelta: 0,
  }
  // A service that closes the first connection on which the player is ready, and ends the battle on the second one.
  await using service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, server) => {
      if (server.upgrade(request, { headers: { 'sec-websocket-protocol': 'lyceum.v1' } })) return undefined
      const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 }
      return Response.json({
        success: true,
        data: { user: { username: 'learner', totalGems: 5 }, ...tokens },
      })
    },
    websocket: {
      open: (socket) => {
        socket.send(frame('auth.ok', {}))
        socket.send(frame('queue.matched', { roomId: 'room', opponent, stakeAmount: 0 }))
      },
      message: (socket, text) => {
        const { type } = JSON.parse(String(text))
        if (type !== 'battle.ready') return
        received.push(type)
        if (received.length === 1) socket.close(1012)
        else socket.send(frame('battle.end', end))
      },
    },
  })
  const outcome = await runCommand(['play', '--url', `http://127.0.0.1:${service.port}`, '--auto', '--match'])
  expect([outcome.code, outcome.errors, received]).toEqual([0, '', ['battle.ready', 'battle.ready']])
  expect(outcome.output).toContain('You win!')
})
