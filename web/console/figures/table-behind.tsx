import type { ReactNode } from 'react'
import { useScreenText } from '../use-text.ts'

interface Given {
  columns: readonly string[]
  /** The first cell of a row names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** A table of its own, not the table of a chart. */
  isOpen?: boolean
  label?: string
}

/** The numbers of a chart as a table, which scrolls by keyboard as well. */
export function TableBehind({ columns, rows, isOpen = false, label }: Given) {
  const { t } = useScreenText()
  const table = (
    // biome-ignore lint/a11y/useSemanticElements: a wide table, which scrolls by keyboard as well.
    <div
      role="group"
      aria-label={label ?? t('figures.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
      tabIndex={0}
      className="max-h-96 overflow-auto text-sm"
    >
      <table className="w-full">
        <thead>
          <tr className="text-ink-2">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`px-2 py-1.5 align-bottom font-semibold ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...others] }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" dir="auto" className="min-w-24 px-2 py-1.5 text-start font-normal">
                {name}
              </th>
              {others.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column.
                <td key={index} className="whitespace-nowrap px-2 py-1.5 text-end tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  if (isOpen) return table
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-bold text-primary">
        {t('figures.table')}
      </summary>
      {table}
    </details>
  )
}
