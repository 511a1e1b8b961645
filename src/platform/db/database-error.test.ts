import { describe, expect, test } from 'bun:test'
import {
  DatabaseError,
  isPermanent,
  isRetryable,
  isTimeout,
  isUnavailable,
  isUniqueViolation,
  truncateStatement,
} from './database-error.ts'

function createError(fields: { errno?: string; code?: string; constraint?: string }): DatabaseError {
  return new DatabaseError(Object.assign(new Error('told by the server'), fields), 'select 1')
}

describe('a database error', () => {
  test('a database error has the server’s message, the SQLSTATE and the statement', () => {
    const error = createError({
      errno: '23505',
      code: 'ERR_POSTGRES_SERVER_ERROR',
      constraint: 'account_pkey',
    })
    expect(error.message).toBe('told by the server [23505] in: select 1')
    expect(error.sqlState).toBe('23505')
    expect(error.constraint).toBe('account_pkey')
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'account_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
  })

  test('only 40001, 40P01 and 0A000 allow another run of the transaction', () => {
    for (const state of ['40001', '40P01', '0A000'])
      expect(isRetryable(createError({ errno: state }))).toBe(true)
    for (const state of ['23505', '57014', '55P03', '57P01', '08006', '40003']) {
      expect(isRetryable(createError({ errno: state }))).toBe(false)
    }
    expect(isRetryable(createError({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }))).toBe(false)
    expect(isRetryable(Object.assign(new Error('not ours'), { sqlState: '40001' }))).toBe(false)
  })

  test('a database error means unavailable when the server or the connection says so', () => {
    for (const errno of ['57P01', '57P02', '57P03', '08006', '53300', '25P03', '25P04'])
      expect(isUnavailable(createError({ errno }))).toBe(true)
    for (const code of [
      'ERR_POSTGRES_CONNECTION_CLOSED',
      'ERR_POSTGRES_CONNECTION_TIMEOUT',
      'ECONNREFUSED',
      'CLIENT_DEADLINE',
    ]) {
      expect(isUnavailable(createError({ code }))).toBe(true)
    }
    for (const errno of ['23505', '57014', '40001']) {
      expect(isUnavailable(createError({ errno, code: 'ERR_POSTGRES_SERVER_ERROR' }))).toBe(false)
    }
    expect(isUnavailable(new Error('ECONNREFUSED'))).toBe(false)
  })

  test('a database error is permanent when the server rejects the statement itself', () => {
    for (const errno of ['42601', '42P01', '42501', '23505', '22P02', '25006'])
      expect(isPermanent(createError({ errno }))).toBe(true)
    for (const errno of [
      '40001',
      '40P01',
      '0A000',
      '57014',
      '55P03',
      '57P01',
      '08006',
      '53300',
      '25P02',
      '25P03',
    ])
      expect(isPermanent(createError({ errno }))).toBe(false)
    expect(isPermanent(createError({ code: 'ERR_POSTGRES_CONNECTION_CLOSED' }))).toBe(false)
    expect(isPermanent(new Error('not of the database'))).toBe(false)
  })

  test('a database error is a timeout when a statement or a lock wait took too long', () => {
    expect(isTimeout(createError({ errno: '57014' }))).toBe(true)
    expect(isTimeout(createError({ errno: '55P03' }))).toBe(true)
    expect(isTimeout(createError({ errno: '57P01' }))).toBe(false)
  })

  test('a long statement is shown on one line and truncated', () => {
    expect(truncateStatement(' select 1\n   from\ttable ')).toBe('select 1 from table')
    const long = truncateStatement(`select '${'x'.repeat(1_000)}'`)
    expect(long.length).toBeLessThanOrEqual(160)
    expect(long.endsWith('…')).toBe(true)
  })
})
