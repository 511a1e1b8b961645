// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readSources } from './check-architecture.ts'
import { findWriteViolations } from './check-writes.ts'

const violationsOf = (text: string, path = 'modules/kitchen/queries.ts') =>
  findWriteViolations(new Map([[path, text]]))

describe('a statement is no violation', () => {
  test.each([
    'db`select id from dish where cooked_at < ${before}`',
    "db`select id, 'delete from dish' as note from dish -- insert into dish`",
    'db`select updated_at, deleted from dish`',
    'tx`insert into dish (id) values (${id})`',
    'tx<{ id: string }>`update dish set is_eaten = true returning id`',
    'autocommitDb`delete from dish where cooked_at < ${before}`',
    'this.#autocommitDb`delete from dish`',
    'writableDb`insert into dish (id) values (${id})`',
    'statement`select pg_advisory_xact_lock(1)`',
    '`update dish set is_eaten = true` // not sent',
    '/* db`delete from dish` */',
  ])('%s', (text) => {
    expect(violationsOf(text)).toEqual([])
  })
})

describe('a statement that writes or locks through a read handle is a violation', () => {
  test.each([
    'db`insert into dish (id) values (${id})`',
    'db<{ id: string; name: Map<string, () => void> }>`\n  update dish set is_eaten = true returning id`',
    'db`update dish as d set is_eaten = true`',
    'platform.replicaDb`delete from dish`',
    'database.query`merge into dish using given on true when matched then delete`',
    'db`truncate dish`',
    'db`with eaten as (delete from dish returning id) select count(*) from eaten`',
    'db`select id from dish for update skip locked`',
    'db`select id from dish for no key update`',
    'db`select id from dish for share`',
    'db`select pg_try_advisory_lock(1)`',
    'db`select ledger_post(${id})`',
    "const quote = /['`]/\nconst found = `${await db`delete from dish`}`",
  ])('%s', (text) => {
    expect(violationsOf(text)).toEqual([expect.stringContaining('is for reads')])
  })
})

describe('a read handle under a name for writes is a violation', () => {
  test.each([
    ['function eat(tx: Db) {}', 'must have the type Tx'],
    ['function eat(autocommitDb: Db) {}', 'must have the type AutocommitDb'],
    ['function eat(statement: Statement) {}', 'must have the type WritableDb'],
    ['const autocommitDb = platform.db', 'gives a read handle a name for writes'],
    ['const { db: autocommitDb } = platform', 'gives a read handle a name for writes'],
    ['eat(platform.db as Tx)', 'turns another handle into one that writes'],
    ['eat(platform.db as unknown as AutocommitDb)', 'turns another handle into one that writes'],
  ])('%s', (text, message) => {
    expect(violationsOf(text)).toEqual([expect.stringContaining(message)])
  })
})

test('a violation names the file and the line', () => {
  expect(violationsOf('\n\ndb`delete from dish`')).toEqual([
    expect.stringMatching(/^modules\/kitchen\/queries\.ts:3: /),
  ])
})

test('tests may write through any handle', () => {
  expect(violationsOf('db`delete from dish`', 'modules/kitchen/dish.pg.test.ts')).toEqual([])
})

test('no statement of src writes or locks through a read handle', () => {
  expect(findWriteViolations(readSources(join(import.meta.dir, '../src')))).toEqual([])
})
