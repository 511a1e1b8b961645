import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useQuestionText } from '../../i18n/use-text.ts'
import type { RunOutput } from '../../runner/protocol.ts'
import type { RunEnd } from '../../runner/run-code.ts'
import { isExpected } from './expected-output.ts'

interface Given {
  outputs: RunOutput[]
  state: 'idle' | 'running' | RunEnd
  expectedOutput: string | undefined
}

/** What the code printed, and how it ended. */
export function RunResult({ outputs, state, expectedOutput }: Given) {
  const { t } = useQuestionText()
  const isDone = state === 'done'
  const result = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'idle' && state !== 'running') result.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <section
      ref={result}
      aria-live="polite"
      aria-label={t('run.output')}
      // The buttons below cover the end of the page.
      className="mt-4 scroll-mb-32"
    >
      {(outputs.length > 0 || isDone) && (
        <div dir="ltr" className="grid gap-3 overflow-x-auto rounded-2xl border border-line bg-surface p-4">
          {outputs.map((output, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs are only appended.
            <Output key={index} output={output} />
          ))}
          {outputs.length === 0 && <p className="text-ink-2">{t('run.nothing')}</p>}
        </div>
      )}
      {state === 'timeout' && <Note>{t('run.timeout')}</Note>}
      {state === 'unavailable' && <Note>{t('run.unavailable')}</Note>}
      {isDone && expectedOutput !== undefined && isExpected(outputs, expectedOutput) && (
        <p className="mt-3 flex animate-rise items-center gap-2 font-bold text-good">
          <CircleCheck size={22} aria-hidden="true" />
          {t('run.expected')}
        </p>
      )}
    </section>
  )
}

function Note({ children }: { children: string }) {
  return <p className="mt-3 rounded-xl bg-bad-soft px-4 py-3 font-semibold text-bad">{children}</p>
}

function Output({ output }: { output: RunOutput }) {
  const { t } = useQuestionText()
  switch (output.type) {
    case 'line':
      return (
        <pre className={`whitespace-pre-wrap break-words ${output.isError ? 'text-bad' : ''}`}>
          {output.text || ' '}
        </pre>
      )
    case 'error':
      return (
        <pre className="whitespace-pre-wrap break-words text-bad">
          {output.line === undefined
            ? output.text
            : t('run.errorInLine', { line: output.line, error: output.text })}
        </pre>
      )
    case 'cut':
      return <p className="text-ink-2">{t('run.cut')}</p>
    case 'table':
      return <ResultTable {...output} />
  }
}

function ResultTable({ columns, rows, isCut }: Extract<RunOutput, { type: 'table' }>) {
  const { t } = useQuestionText()
  return (
    <div>
      <table className="border-collapse text-start text-[14.5px]">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order, and two may have one name.
                key={index}
                scope="col"
                className="border-line border-b-2 py-1.5 pe-6 text-start text-ink-2"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order.
            <tr key={index}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their order.
                <td key={at} className="border-line border-b py-1.5 pe-6 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-[13px] text-ink-2">
        {isCut ? t('run.rowsCut', { count: rows.length }) : t('run.rows', { count: rows.length })}
      </p>
    </div>
  )
}
