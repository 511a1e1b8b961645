import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'

interface Given {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/** Leads to the pages beside the shown one. A list of one page has none. */
export function Pager({ page, limit, total, onPage }: Given) {
  const { t } = useText()
  const pages = Math.ceil(total / limit)
  if (pages <= 1) return null
  return (
    <nav aria-label={t('pager.label')} className="mt-6 flex items-center justify-center gap-4">
      <Button
        variant="secondary"
        aria-label={t('pager.before')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
      </Button>
      <span aria-live="polite" className="font-bold text-ink-2">
        {t('pager.page', { page, pages })}
      </span>
      <Button
        variant="secondary"
        aria-label={t('pager.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} className="rtl:rotate-180" aria-hidden="true" />
      </Button>
    </nav>
  )
}
