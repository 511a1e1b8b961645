import initSqlJs from 'sql.js'
import type { Job } from './protocol.ts'
import { WorkerOutput } from './worker-output.ts'

/* Runs SQL statements in SQLite, in an empty database in memory. */

const MAX_ROWS = 100

const output = new WorkerOutput((message) => postMessage(message))

addEventListener('message', ({ data }: MessageEvent<Job>) => void run(data))

async function run({ code, setup = '', wasm }: Job): Promise<void> {
  try {
    const { Database } = await initSqlJs({ wasmBinary: wasm! })
    postMessage({ type: 'started' })
    const database = new Database()
    database.run(setup)
    for (const statement of database.iterateStatements(code)) {
      const columns = statement.getColumnNames()
      const rows: string[][] = []
      let isCut = false
      while (statement.step() && !isCut) {
        isCut = rows.length === MAX_ROWS
        if (!isCut) rows.push(statement.get().map(formatCell))
      }
      if (columns.length > 0) output.print({ type: 'table', columns, rows, isCut })
    }
  } catch (error) {
    output.print({
      type: 'error',
      text: error instanceof Error ? error.message : String(error),
      line: undefined,
    })
  }
  postMessage({ type: 'done' })
}

function formatCell(value: number | string | Uint8Array | null): string {
  if (value === null) return 'NULL'
  return value instanceof Uint8Array ? `(${value.length} bytes)` : String(value)
}
