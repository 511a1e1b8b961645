import { Lightbulb } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/button.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useQuestionText } from '../../i18n/use-text.ts'
import { Html } from '../../markdown/html.tsx'

/** Asks the service for the hint of a question and shows it. */
export function HintButton({ onHint }: { onHint: () => Promise<Api.Hint> }) {
  const { t } = useQuestionText()
  const [hint, setHint] = useState<string>()
  const { isPending, error, run } = useSubmit()
  const text = useRef<HTMLDivElement>(null)
  // The hint replaces the button. If that had the focus, a user of the keyboard goes on from the hint.
  useEffect(() => {
    if (hint !== undefined && document.activeElement === document.body)
      text.current?.focus({ preventScroll: true })
  }, [hint])
  return (
    <div className="mt-4" aria-live="polite">
      {hint === undefined ? (
        <Button
          variant="ghost"
          className="-ms-3"
          isPending={isPending}
          icon={<Lightbulb size={20} aria-hidden="true" />}
          onClick={() => void run(async () => setHint((await onHint()).hintHtml))}
        >
          {t('question.hint')}
        </Button>
      ) : (
        <div ref={text} tabIndex={-1} className="rounded-2xl bg-gold-soft p-4 outline-none">
          <p className="mb-1 flex items-center gap-2 font-bold text-gold-text">
            <Lightbulb size={18} aria-hidden="true" />
            {t('question.hintTitle')}
          </p>
          <Html as="div" html={hint} className="slide-text !text-base" />
        </div>
      )}
      {error && <FormError text={error} />}
    </div>
  )
}
