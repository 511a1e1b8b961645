import { lazy, Suspense, useId, useState } from 'react'
import { FreezeIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { useScreenText } from '../use-text.ts'

/** A file of its own: Today loads this card before its first rendering, and few learners open the dialog. */
const FreezeDialog = lazy(() => import('./freeze-dialog.tsx'))

/** Offers a freeze for gems. */
export default function FreezeOffer({ gems }: { gems: number }) {
  const { t } = useScreenText()
  const textId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-5 py-3 shadow-card">
      <span className="grid size-9 flex-none place-items-center rounded-full bg-gem-soft text-gem">
        <FreezeIcon size={18} />
      </span>
      <p id={textId} className="min-w-32 flex-1 text-[15px] text-ink-2">
        {t('freeze.text')}
      </p>
      <Button variant="secondary" size="small" aria-describedby={textId} onClick={() => setOpen(true)}>
        {t('freeze.offer', { count: gems })}
      </Button>
      {isOpen && (
        <Suspense>
          <FreezeDialog gems={gems} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
