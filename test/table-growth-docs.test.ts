import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

test('docs/scaling.md lists exactly the tables of the schema', () => {
  const migrations = readdirSync(join(ROOT, 'migrations'))
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .map((name) => readFileSync(join(ROOT, 'migrations', name), 'utf8'))
    .join('\n')
  const created = [...migrations.matchAll(/^create (?:unlogged )?table (\w+)/gim)].map(([, name]) => name!)
  const dropped = new Set([...migrations.matchAll(/^drop table (\w+)/gim)].map(([, name]) => name!))
  const page = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8')
    .split('## Every table')[1]!
    .split('\n## ')[0]!
  const listed = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
  // The migration runner creates this table.
  const tables = [...created.filter((name) => !dropped.has(name)), 'schema_migration']
  expect(listed.sort()).toEqual(tables.sort())
})
