import { Pencil, X } from 'lucide-react'
import { Button } from '../../ui/components/button.tsx'
import { useText } from '../use-text.ts'

interface Given {
  count: number
  onChange: () => void
  onClear: () => void
}

/** What can be done with the chosen questions. It stays in view while the list scrolls. */
export function SelectionBar({ count, onChange, onClear }: Given) {
  const { t } = useText()
  return (
    <section
      aria-label={t('bank.chosen', { count })}
      className="sticky bottom-[calc(80px+env(safe-area-inset-bottom))] z-20 mt-4 flex items-center gap-2.5 rounded-card border border-primary bg-surface p-3 ps-5 shadow-float lg:bottom-6"
    >
      <p aria-live="polite" className="me-auto min-w-0 font-bold">
        {t('bank.chosen', { count })}
      </p>
      <Button
        variant="secondary"
        size="small"
        className="min-h-11"
        aria-label={t('bank.chooseNone')}
        title={t('bank.chooseNone')}
        onClick={onClear}
      >
        <X size={20} aria-hidden="true" />
      </Button>
      <Button
        size="small"
        className="min-h-11"
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={onChange}
      >
        {t('bank.change')}
      </Button>
    </section>
  )
}
