import { CloudUpload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { useScreenText } from '../use-text.ts'

/** In place of the feedback: the answer waits on this device, and nothing on it knows the solution. */
export function SavedSheet({ onNext }: { onNext: () => void }) {
  const { t } = useScreenText()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={t('review.later')}
      className="animate-rise rounded-t-[28px] border-line border-t bg-primary-soft"
    >
      <div className="mx-auto max-w-2xl px-5 pt-5 pb-[max(20px,env(safe-area-inset-bottom))]">
        <div role="status">
          <p className="flex items-center gap-3 text-[21px] font-extrabold text-primary">
            <span className="grid size-10 flex-none place-items-center rounded-full bg-primary text-on-primary">
              <CloudUpload size={22} strokeWidth={2.6} aria-hidden="true" />
            </span>
            {t('review.later')}
          </p>
          <p className="mt-3">{t('review.laterText')}</p>
        </div>
        <Button ref={next} size="large" isWide className="mt-4" onClick={onNext}>
          {t('action.continue')}
        </Button>
      </div>
    </section>
  )
}
