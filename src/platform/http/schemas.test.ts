import { describe, expect, test } from 'bun:test'
import { integerQuery, PagingMeta, pagingQuery } from './schemas.ts'

describe('a whole number of a query', () => {
  const schema = integerQuery(1, 100, 20)

  test('is read from its digits, and is the usual one when it is left out', () => {
    expect(['1', '007', '100', undefined].map((text) => schema.parse(text))).toEqual([1, 7, 100, 20])
  })

  test('is refused in plain words when it is out of range or anything but digits', () => {
    for (const text of ['0', '101', '', ' 7', '-1', '+1', '1.0', '1e1', '0x10', '٣', '9'.repeat(400)]) {
      const { error } = schema.safeParse(text)
      expect([text, error?.issues.map(({ message }) => message)]).toEqual([
        text,
        ['must be a whole number from 1 to 100'],
      ])
    }
  })
})

test('a list that pages takes a page and a limit, each with its usual value', () => {
  expect(pagingQuery(25).parse({})).toEqual({ page: 1, limit: 25 })
  expect(pagingQuery(25).parse({ page: '3', limit: '100' })).toEqual({ page: 3, limit: 100 })
  expect(pagingQuery(25).safeParse({ page: '0' }).success).toBe(false)
  expect(pagingQuery(25).safeParse({ limit: '101' }).success).toBe(false)
  expect(PagingMeta.parse({ total: 0, page: 1, limit: 25 })).toEqual({ total: 0, page: 1, limit: 25 })
})
