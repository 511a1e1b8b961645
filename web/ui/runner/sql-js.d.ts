/** The part of sql.js that the SQL worker uses. */
declare module 'sql.js' {
  type SqlValue = number | string | Uint8Array | null
  interface Statement {
    step(): boolean
    get(): SqlValue[]
    getColumnNames(): string[]
  }
  interface Database {
    run(sql: string): void
    iterateStatements(sql: string): Iterable<Statement>
  }
  export default function initSqlJs(options: {
    wasmBinary: ArrayBuffer
  }): Promise<{ Database: new () => Database }>
}
