import { expect, test } from 'bun:test'
import type { Db } from './database.ts'
import { readsOnly, writesOrLocks } from './read-statements.ts'

const sent: string[] = []
const db = readsOnly((async (strings: TemplateStringsArray) => {
  sent.push(strings.join('?'))
  return []
}) as Db)

test('a read reaches the database, also when it runs again', async () => {
  for (const id of [1, 2]) await db`select name from dish where id = ${id}`
  expect(sent).toEqual(Array(2).fill('select name from dish where id = ?'))
})

test('a write is rejected and does not reach the database, also when it runs again', async () => {
  sent.length = 0
  const eat = (id: number) => db`delete from dish where id = ${id}`
  for (const id of [1, 2]) await expect(eat(id)).rejects.toThrow('db is for reads')
  expect(
    db`with eaten as (update dish set is_eaten = true returning id) select * from eaten`,
  ).rejects.toThrow()
  await expect(db`select id from dish for update`).rejects.toThrow()
  expect(sent).toEqual([])
})

test.each([
  "select 'insert into dish' as text",
  'select id from dish -- for update',
  '/* delete from dish */ select 1',
  'select updated_at, share from dish where is_locked',
  'select json_object(for_update: 1)',
])('%s is a read', (text) => {
  expect(writesOrLocks(text)).toBe(false)
})

test.each([
  'INSERT INTO dish (id) VALUES (1)',
  'update only dish set is_eaten = true',
  'update "dish" d set is_eaten = true',
  'update dish\n  as d\n  set is_eaten = true',
  "select 'it''s' as text; truncate dish",
  'select id from dish for no key update',
  'select id from dish for key share',
  'select pg_advisory_xact_lock_shared(1)',
  "select nextval('dish_id')",
])('%s writes or locks', (text) => {
  expect(writesOrLocks(text)).toBe(true)
})
