import { afterEach, expect, test } from 'bun:test'
import { type DatabaseMetrics, DatabaseMetricsReader, defineDatabaseMetrics } from './database-metrics.ts'
import type { Db } from './db/database.ts'

/** Is never called: the readers of these tests do not use a database. */
const db = (() => Promise.reject(new Error('this test has no database'))) as unknown as Db

let reader: DatabaseMetricsReader | undefined
afterEach(() => reader?.close())

const show = (...metrics: DatabaseMetrics[]) => {
  reader = new DatabaseMetricsReader(db, metrics)
  return reader
}
const linesOf = async (from: DatabaseMetricsReader) => (await from.text()).split('\n')

test('database metrics are shown in the Prometheus format, and a null value shows no sample', async () => {
  const lines = await linesOf(
    show(
      defineDatabaseMetrics({ lyceum_x: 'An x', lyceum_y: 'Ys', lyceum_z: 'A z' }, async () => ({
        lyceum_x: 7,
        lyceum_y: { label: 'state', values: { open: 1, 'a "quoted\\\n one': 2 } },
        lyceum_z: null,
      })),
    ),
  )
  expect(lines.slice(0, -4)).toEqual([
    '# HELP lyceum_x An x',
    '# TYPE lyceum_x gauge',
    'lyceum_x 7',
    '# HELP lyceum_y Ys',
    '# TYPE lyceum_y gauge',
    'lyceum_y{state="open"} 1',
    'lyceum_y{state="a _quoted__ one"} 2',
    '# HELP lyceum_z A z',
    '# TYPE lyceum_z gauge',
  ])
  expect(lines.at(-2)).toMatch(/^lyceum_database_metrics_age_seconds 0\.\d+$/)
})

test('concurrent and repeated scrapes cost one read', async () => {
  let read = 0
  const reads = show(defineDatabaseMetrics({ lyceum_x: 'An x' }, async () => ({ lyceum_x: ++read })))
  await Promise.all(Array.from({ length: 20 }, () => reads.text()))
  expect(await reads.text()).toContain('lyceum_x 1\n')
  expect(read).toBe(1)
})

test('the readers of a scrape run one after the other', async () => {
  let open = 0
  let maxReads = 0
  const slow = (name: string) =>
    defineDatabaseMetrics({ [name]: 'Slow' }, async () => {
      maxReads = Math.max(maxReads, ++open)
      await Bun.sleep(2)
      open--
      return { [name]: 1 }
    })
  await show(slow('lyceum_a'), slow('lyceum_b'), slow('lyceum_c')).text()
  expect(maxReads).toBe(1)
})

test('a failing reader does not affect the others, and the age metric shows the failure', async () => {
  const lines = await linesOf(
    show(
      defineDatabaseMetrics({ lyceum_broken: 'Broken' }, () => Promise.reject(new Error('no such table'))),
      defineDatabaseMetrics({ lyceum_x: 'An x' }, async () => ({ lyceum_x: 3 })),
    ),
  )
  expect(lines).toContain('lyceum_x 3')
  expect(lines).toContain('# TYPE lyceum_broken gauge')
  expect(lines.filter((line) => line.startsWith('lyceum_broken'))).toEqual([])
  expect(lines).toContain('lyceum_database_metrics_age_seconds +Inf')
})

test('a scrape does not wait for a database that does not respond', async () => {
  const never = new Promise<never>(() => {})
  const lines = await linesOf(
    show(
      defineDatabaseMetrics({ lyceum_x: 'An x' }, async () => ({ lyceum_x: 3 })),
      defineDatabaseMetrics({ lyceum_stuck: 'Stuck' }, () => never),
    ),
  )
  expect(lines).toContain('lyceum_x 3')
  expect(lines).toContain('lyceum_database_metrics_age_seconds +Inf')
})

test('after stop nothing is read and nothing is shown', async () => {
  let read = 0
  const reads = show(defineDatabaseMetrics({ lyceum_x: 'An x' }, async () => ({ lyceum_x: ++read })))
  reads.close()
  expect(await reads.text()).not.toContain('lyceum_x 1')
  expect(read).toBe(0)
})
