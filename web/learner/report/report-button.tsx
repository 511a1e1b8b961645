import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadScreenTexts } from '../load-catalogue.ts'
import { usePlayerText } from '../use-text.ts'
import type { ReportTarget } from './report-target.ts'

const ReportDialog = lazy(
  async () => (await Promise.all([import('./report-dialog.tsx'), loadScreenTexts()]))[0],
)

/** Opens the form of a report. `icon` shows the flag alone, where there is little room. */
export function ReportButton({ look = 'text', ...target }: ReportTarget & { look?: 'text' | 'icon' }) {
  const { t } = usePlayerText()
  const [isOpen, setOpen] = useState(false)
  const label = t(`report.button.${target.kind}`)
  return (
    <>
      <button
        type="button"
        aria-label={look === 'icon' ? label : undefined}
        onClick={() => setOpen(true)}
        className={
          look === 'icon'
            ? 'grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken'
            : 'inline-flex min-h-11 items-center gap-2 text-[15px] font-bold text-ink-2 hover:text-ink'
        }
      >
        <Flag size={look === 'icon' ? 20 : 16} aria-hidden="true" />
        {look === 'text' && label}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog {...target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
