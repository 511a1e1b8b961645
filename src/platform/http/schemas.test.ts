import { describe, expect, test } from 'bun:test'
import { integerQuery, PagingMeta, pagingQuery } from './schemas.ts'

describe('an integer query parameter', () => {
  const schema = integerQuery(1, 100, 20)

  test('an integer query parameter is parsed from its digits, and has its default when it is missing', () => {
    expect(['1', '007', '100', undefined].map((text) => schema.parse(text))).toEqual([1, 7, 100, 20])
  })

  test('an integer query parameter is refused when it is out of range or not only digits', () => {
    for (const text of ['0', '101', '', ' 7', '-1', '+1', '1.0', '1e1', '0x10', '٣', '9'.repeat(400)]) {
      const { error } = schema.safeParse(text)
      expect([text, error?.issues.map(({ message }) => message)]).toEqual([
        text,
        ['must be a whole number from 1 to 100'],
      ])
    }
  })
})

test('a paged list takes a page and a limit, each with its default', () => {
  expect(pagingQuery(25).parse({})).toEqual({ page: 1, limit: 25 })
  expect(pagingQuery(25).parse({ page: '3', limit: '100' })).toEqual({ page: 3, limit: 100 })
  expect(pagingQuery(25).safeParse({ page: '0' }).success).toBe(false)
  expect(pagingQuery(25).safeParse({ limit: '101' }).success).toBe(false)
  expect(PagingMeta.parse({ total: 0, page: 1, limit: 25 })).toEqual({ total: 0, page: 1, limit: 25 })
})
