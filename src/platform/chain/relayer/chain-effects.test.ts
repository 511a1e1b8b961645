import { describe, expect, test } from 'bun:test'
import { addMs, MINUTE_MS } from '../../clock.ts'
import type { Tx } from '../../transaction/tx.ts'
import { type ChainEffect, onConfirmed, onFailed } from './chain-effects.ts'
import { transactionConfirmed, transactionFailed } from './events.ts'

const tx = {} as Tx
const AT = new Date(Date.UTC(2026, 0, 1))
const confirmed = (kind: string) =>
  transactionConfirmed({
    reference: 'r',
    kind,
    transactionHash: '0x01',
    blockNumber: 1,
    logs: [],
    at: AT.toISOString(),
  })
const failed = (kind: string) =>
  transactionFailed({ reference: 'r', kind, reason: 'reverted', at: AT.toISOString() })

function recordingEffect(failures?: number) {
  const calls: unknown[] = []
  const effect: ChainEffect = {
    confirmed: async (_, { kind }) => void calls.push(['confirmed', kind]),
    failed: async (_, { kind, reason }) => {
      calls.push(['failed', kind, reason])
      return failures
    },
    retry: async (_, { kind }, retryAt) => void calls.push(['retry', kind, retryAt]),
  }
  return { calls, effect }
}

describe('the end of a chain transaction', () => {
  test('a confirmed transaction runs only the effect of its kind', async () => {
    const [own, other] = [recordingEffect(), recordingEffect()]
    await onConfirmed({ 'a.mint': own.effect, 'b.mint': other.effect })(tx, confirmed('a.mint'))
    expect([own.calls, other.calls]).toEqual([[['confirmed', 'a.mint']], []])
  })

  test('a failed transaction is retried after a delay that grows with the failures', async () => {
    const { calls, effect } = recordingEffect(3)
    await onFailed({ 'a.mint': effect })(tx, failed('a.mint'))
    expect(calls).toEqual([
      ['failed', 'a.mint', 'reverted'],
      ['retry', 'a.mint', addMs(AT, 4 * MINUTE_MS)],
    ])
  })

  test('a failure that changed nothing schedules no retry', async () => {
    const { calls, effect } = recordingEffect(undefined)
    await onFailed({ 'a.mint': effect })(tx, failed('a.mint'))
    expect(calls).toEqual([['failed', 'a.mint', 'reverted']])
  })

  test('a kind without an effect is ignored', async () => {
    const { calls, effect } = recordingEffect(1)
    await onConfirmed({ 'a.mint': effect })(tx, confirmed('chain.account'))
    await onFailed({ 'a.mint': effect })(tx, failed('chain.account'))
    expect(calls).toEqual([])
  })
})
