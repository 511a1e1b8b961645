import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ConformanceClient } from './conformance-client.ts'
import { SECTIONS } from './render-table.ts'

/** Tests the specification row by row on one real service. Prints the table at the end. */

let client: ConformanceClient
const shown = new Set<string>()
beforeAll(async () => {
  client = await ConformanceClient.open()
})
afterAll(async () => {
  await client.close()
  for (const { title, rows } of SECTIONS) {
    console.log(`\n${title}`)
    for (const { name, promise } of rows)
      console.log(`  ${shown.has(`${title} ${name}`) ? '✓' : '✗'} ${name}: ${promise}`)
  }
  console.log(`\n${shown.size} rows shown.`)
})

for (const { title, rows } of SECTIONS) {
  describe(title, () => {
    for (const { name, promise, prove } of rows) {
      test(`${name}: ${promise}`, async () => {
        if (!prove) throw new Error('This row has no proof.')
        await prove(client)
        shown.add(`${title} ${name}`)
      })
    }
  })
}

test('every row of the specification is unique in its section', () => {
  const names = SECTIONS.flatMap(({ title, rows }) => rows.map(({ name }) => `${title} ${name}`))
  expect(new Set(names).size).toBe(names.length)
})
