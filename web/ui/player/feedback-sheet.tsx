import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { useUiText } from '../i18n/use-text.ts'

interface Given {
  isRight: boolean
  onNext: () => void
  /** Beside the result, such as a button to report the question. */
  action?: ReactNode
  /** The explanation. */
  children: ReactNode
}

/** Slides in when an answer is graded and explains it. */
export function FeedbackSheet({ isRight, onNext, action, children }: Given) {
  const { t } = useUiText()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    next.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      aria-label={t('player.feedback')}
      className={`animate-rise rounded-t-[28px] ${isRight ? 'bg-good-soft' : 'bg-bad-soft'}`}
    >
      <div className="mx-auto max-w-2xl px-5 pt-5 pb-[max(20px,env(safe-area-inset-bottom))]">
        <div className="flex items-start gap-2">
          <div role="status" className="max-h-[34dvh] min-w-0 flex-1 overflow-y-auto">
            <p
              className={`flex items-center gap-3 text-[21px] font-extrabold ${isRight ? 'text-good' : 'text-bad'}`}
            >
              <span
                className={`grid size-10 flex-none animate-pop place-items-center rounded-full ${isRight ? 'bg-good text-on-good' : 'bg-bad text-on-bad'}`}
              >
                {isRight ? (
                  <Check size={22} strokeWidth={3.5} aria-hidden="true" />
                ) : (
                  <X size={22} strokeWidth={3.5} aria-hidden="true" />
                )}
              </span>
              {isRight ? t('player.right') : t('player.wrong')}
            </p>
            {children}
          </div>
          {action}
        </div>
        <Button
          ref={next}
          variant={isRight ? 'good' : 'bad'}
          size="large"
          isWide
          className="mt-4"
          // The second tap of a double tap on an option below must not skip the explanation.
          onClick={(event) => event.detail < 2 && onNext()}
        >
          {t('action.continue')}
        </Button>
      </div>
    </section>
  )
}
