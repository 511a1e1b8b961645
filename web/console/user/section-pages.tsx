import type { ReactNode } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'
import { useText } from '../use-text.ts'
import { Nothing } from './section.tsx'

interface Given<Row> {
  /** The first page, which came with the page of the user. Undefined while a filter needs another. */
  first: readonly Row[] | undefined
  /** How many rows a page has. */
  limit: number
  page: number
  onPage: (page: number) => void
  /** The other pages. */
  more: { data: { data: readonly Row[] } | undefined; error: unknown; refetch: () => unknown }
  none: string
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a section, and the newer and older ones. */
export function SectionPages<Row>({ first, limit, page, onPage, more, none, children }: Given<Row>) {
  const { t } = useText()
  const isFirst = page === 1 && first !== undefined
  const rows = isFirst ? first : more.data?.data
  return (
    <>
      {!isFirst && replaces(more.error, more.data) ? (
        <ErrorState fault={more.error} onRetry={() => void more.refetch()} />
      ) : !rows ? (
        <div className="p-4">
          <ListLoading />
        </div>
      ) : rows.length === 0 ? (
        <Nothing>{page > 1 ? t('section.noMore') : none}</Nothing>
      ) : (
        children(rows)
      )}
      {rows && (page > 1 || rows.length === limit) && (
        <div className="flex justify-end gap-2 border-line border-t px-4 py-2">
          <Button
            variant="ghost"
            size="small"
            className="min-h-11"
            disabled={page === 1}
            onClick={() => onPage(page - 1)}
          >
            {t('ledger.newer')}
          </Button>
          <Button
            variant="ghost"
            size="small"
            className="min-h-11"
            disabled={rows.length < limit}
            onClick={() => onPage(page + 1)}
          >
            {t('ledger.older')}
          </Button>
        </div>
      )}
    </>
  )
}
