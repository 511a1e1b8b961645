import { Check, CloudOff, CloudUpload, LoaderCircle, TriangleAlert } from 'lucide-react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { useText } from '../use-text.ts'
import type { SaveState } from './lesson-saver.ts'

const LOOKS = {
  saved: { Icon: Check, ink: 'text-good' },
  changed: { Icon: CloudUpload, ink: 'text-ink-2' },
  saving: { Icon: LoaderCircle, ink: 'text-ink-2' },
  incomplete: { Icon: Check, ink: 'text-ink-2' },
  device: { Icon: CloudOff, ink: 'text-gold-text' },
  unsafe: { Icon: TriangleAlert, ink: 'text-bad' },
  refused: { Icon: TriangleAlert, ink: 'text-bad' },
  conflict: { Icon: TriangleAlert, ink: 'text-bad' },
}

/** Says where the last words are. */
export function SaveNote({ state, fault }: { state: SaveState; fault: unknown }) {
  const { t } = useText()
  const { Icon, ink } = LOOKS[state]
  const [detail] = fault instanceof LyceumError ? fault.details : []
  const slide = detail && /^slides\.(\d+)/.exec(detail.field)
  const place = slide ? t('lessonSave.slide', { number: Number(slide[1]) + 1 }) : detail?.field
  const message = detail ? `${place}: ${detail.message}` : describeFault(fault).message
  const text = state === 'refused' && message ? message : t(`lessonSave.${state}`)
  return (
    <p
      role="status"
      data-state={state}
      className={`flex min-w-0 items-center gap-1.5 text-[14px] font-semibold ${ink}`}
    >
      <Icon size={17} aria-hidden="true" className="flex-none" />
      <span className="line-clamp-2 min-w-0">{text}</span>
    </p>
  )
}
