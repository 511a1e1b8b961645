import type { ReactNode } from 'react'
import { ConsoleLink, type Destination } from '../frame/console-link.tsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Not on a phone. */
  isWide?: boolean
  isNumber?: boolean
}

interface Given<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** What Enter and a click open. */
  opens: (row: Row) => Destination
}

/** The rows of a list. The first column is the link, which covers its row. */
export function DataTable<Row>({ label, rows, keyOf, columns, opens }: Given<Row>) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table aria-label={label} className="w-full border-collapse text-[15px]">
        <thead>
          <tr className="border-line border-b">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={`px-4 py-2.5 text-[13px] font-bold text-ink-2 first:w-full md:first:w-auto ${lookOf(column)}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="relative border-line border-b last:border-b-0 focus-within:bg-primary-soft hover:bg-sunken"
            >
              {columns.map((column, index) => (
                <td key={column.title} className={`h-13 px-4 py-2 align-middle ${lookOf(column)}`}>
                  {index === 0 ? (
                    <ConsoleLink
                      {...opens(row)}
                      data-list-item=""
                      className="block outline-none after:absolute after:inset-0 focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-primary"
                    >
                      {column.cell(row)}
                    </ConsoleLink>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function lookOf<Row>({ isWide, isNumber }: Column<Row>): string {
  return `${isWide ? 'max-md:hidden' : ''} ${isNumber ? 'text-end tabular-nums' : 'text-start'}`
}
