import type { ReactNode } from 'react'
import { useText } from '../use-text.ts'

interface Given {
  columns: readonly string[]
  /** The first cell of a row names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** The numbers of a chart as a table. */
export function TableBehind({ columns, rows }: Given) {
  const { t } = useText()
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold text-primary">
        {t('figures.table')}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a wide table, which scrolls by keyboard as well. */}
      <div
        role="group"
        aria-label={t('figures.table')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
        tabIndex={0}
        className="max-h-96 overflow-auto"
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
                <th scope="row" dir="auto" className="min-w-32 px-2 py-1.5 text-start font-normal">
                  {name}
                </th>
                {others.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their column.
                  <td key={index} className="px-2 py-1.5 text-end tabular-nums">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
