import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  answered: number
  total: number
  progressLabel: string
  leaveLabel: string
  onLeave: () => void
  /** More buttons. */
  children?: ReactNode
}

/** The way out of a session of questions, and how far the learner is. */
export function SessionHeader({ answered, total, progressLabel, leaveLabel, onLeave, children }: Given) {
  const { t } = useScreenText()
  return (
    <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
      <div className="mx-auto flex max-w-2xl items-center gap-1 px-3 py-2.5">
        <IconButton label={leaveLabel} onPress={onLeave}>
          <X size={24} aria-hidden="true" />
        </IconButton>
        <ProgressBar value={(100 * answered) / total} label={progressLabel} className="mx-1 flex-1" />
        <span className="px-1 text-sm font-bold text-ink-2 tabular-nums">
          {t('review.position', { done: answered, total })}
        </span>
        {children}
      </div>
    </header>
  )
}

interface IconGiven {
  label: string
  onPress: () => void
  isDisabled?: boolean
  children: ReactNode
}

export function IconButton({ label, onPress, isDisabled = false, children }: IconGiven) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken disabled:opacity-40"
    >
      {children}
    </button>
  )
}
