import { ArrowRight, Download } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { downloadFile } from '../../ui/api/download-file.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { ConsoleLink, type Destination } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { useScreenText } from '../use-text.ts'

interface Query<Data> {
  data: { data: Data } | undefined
  error: Error | null
  refetch: () => unknown
}

interface Given<Data> {
  title: string
  text: string
  query: Query<Data>
  /** The same numbers as a file. */
  csv: { path: string; query: Record<string, string | number | undefined> }
  /** The list behind the numbers. */
  list?: { to: Destination; text: string }
  children: (data: Data) => ReactNode
}

/** One kind of figures: what it says, the numbers, their file and the list behind them. */
export function FigureSection<Data>({ title, text, query, csv, list, children }: Given<Data>) {
  const { t } = useScreenText()
  const id = useId()
  const submit = useSubmit()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id={id} className="text-[20px]">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-[15px] text-ink-2">{text}</p>
      <div className="mt-4">
        {replaces(query.error, query.data) ? (
          <ErrorState fault={query.error} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          children(query.data.data)
        ) : (
          <>
            <LoadingNote />
            <Skeleton className="h-44" />
          </>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-5">
        <button
          type="button"
          disabled={submit.isPending}
          onClick={() => void submit.run(() => downloadFile(csv.path, { ...csv.query, format: 'csv' }))}
          className="inline-flex min-h-11 items-center gap-2 font-bold text-primary"
        >
          <Download size={18} aria-hidden="true" />
          {t('figures.csv')}
          <span className="sr-only">{`: ${title}`}</span>
        </button>
        {list && (
          <ConsoleLink
            {...list.to}
            className="inline-flex min-h-11 items-center gap-1.5 font-bold text-primary"
          >
            {list.text}
            <ArrowRight size={18} className="rtl:rotate-180" aria-hidden="true" />
          </ConsoleLink>
        )}
      </div>
      <FormError text={submit.error} />
    </section>
  )
}
