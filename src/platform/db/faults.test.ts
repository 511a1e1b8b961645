import { describe, expect, test } from 'bun:test'
import { DatabaseFault, isRetryable, isTimeout, isUnavailable, isUniqueViolation, shorten } from './faults.ts'

function faultOf(parts: { errno?: string; code?: string; constraint?: string }): DatabaseFault {
  return new DatabaseFault(Object.assign(new Error('told by the server'), parts), 'select 1')
}

describe('a database fault', () => {
  test('says what the server said, the SQLSTATE and the statement', () => {
    const fault = faultOf({ errno: '23505', code: 'ERR_POSTGRES_SERVER_ERROR', constraint: 'account_pkey' })
    expect(fault.message).toBe('told by the server [23505] in: select 1')
    expect(fault.sqlState).toBe('23505')
    expect(fault.constraint).toBe('account_pkey')
    expect(isUniqueViolation(fault)).toBe(true)
    expect(isUniqueViolation(fault, 'account_pkey')).toBe(true)
    expect(isUniqueViolation(fault, 'another')).toBe(false)
  })

  test('is worth another run of the transaction after 40001, 40P01 and 0A000 alone', () => {
    for (const state of ['40001', '40P01', '0A000']) expect(isRetryable(faultOf({ errno: state }))).toBe(true)
    for (const state of ['23505', '57014', '55P03', '57P01', '08006', '40003']) {
      expect(isRetryable(faultOf({ errno: state }))).toBe(false)
    }
    expect(isRetryable(faultOf({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }))).toBe(false)
    expect(isRetryable(Object.assign(new Error('not ours'), { sqlState: '40001' }))).toBe(false)
  })

  test('means that the database is away when the server or the connection says so', () => {
    for (const errno of ['57P01', '57P02', '57P03', '08006', '53300'])
      expect(isUnavailable(faultOf({ errno }))).toBe(true)
    for (const code of [
      'ERR_POSTGRES_CONNECTION_CLOSED',
      'ERR_POSTGRES_CONNECTION_TIMEOUT',
      'ECONNREFUSED',
      'CLIENT_DEADLINE',
    ]) {
      expect(isUnavailable(faultOf({ code }))).toBe(true)
    }
    for (const errno of ['23505', '57014', '40001']) {
      expect(isUnavailable(faultOf({ errno, code: 'ERR_POSTGRES_SERVER_ERROR' }))).toBe(false)
    }
    expect(isUnavailable(new Error('ECONNREFUSED'))).toBe(false)
  })

  test('is a timeout when a statement or a wait for a lock took too long', () => {
    expect(isTimeout(faultOf({ errno: '57014' }))).toBe(true)
    expect(isTimeout(faultOf({ errno: '55P03' }))).toBe(true)
    expect(isTimeout(faultOf({ errno: '57P01' }))).toBe(false)
  })

  test('shows a long statement on one line, cut off', () => {
    expect(shorten(' select 1\n   from\ttable ')).toBe('select 1 from table')
    const long = shorten(`select '${'x'.repeat(1_000)}'`)
    expect(long.length).toBeLessThanOrEqual(160)
    expect(long.endsWith('…')).toBe(true)
  })
})
