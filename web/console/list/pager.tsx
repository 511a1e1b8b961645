import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'
import { totalText } from './total-text.ts'

interface Given {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/** Which rows of how many are shown, and the pages beside them. */
export function Pager({ page, limit, total, onPage }: Given) {
  const { t, number } = useText()
  const from = (page - 1) * limit + 1
  const to = Math.min(total, page * limit)
  return (
    <nav aria-label={t('pager.label')} className="mt-3 flex items-center justify-end gap-2">
      <span aria-live="polite" className="me-auto text-sm font-semibold text-ink-2">
        {t('pager.rows', { from, to, total: totalText(total, number) })}
      </span>
      <Button
        variant="ghost"
        size="small"
        className="min-h-11"
        aria-label={t('pager.before')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="min-h-11"
        aria-label={t('pager.next')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} className="rtl:rotate-180" aria-hidden="true" />
      </Button>
    </nav>
  )
}
