import { useDeferredValue, useMemo } from 'react'
import { TitleFocus } from '../../ui/player/slides/slide-title.tsx'
import { PHONE, PreviewSlide } from '../lesson/preview/preview-pane.tsx'
import { NOTHING_COMPILED } from '../lesson/preview/preview-question.ts'
import { useTypedFormulas } from '../lesson/preview/use-typed-formulas.ts'
import type { QuestionFields } from '../lesson/question-fields.ts'
import { useText } from '../use-text.ts'

/** The question as a learner sees it on a phone. It can be answered. */
export function QuestionPreview({ question }: { question: QuestionFields }) {
  const { t } = useText()
  const shown = useDeferredValue(question)
  const slide = useMemo(() => ({ key: 'question', type: 'QUIZ' as const, question: shown }), [shown])
  const formulas = useTypedFormulas(slide)
  const compiled = useMemo(() => ({ ...NOTHING_COMPILED, formulas }), [formulas])
  return (
    <section aria-label={t('lesson.preview')} className={PHONE}>
      <TitleFocus value={false}>
        <PreviewSlide
          // It begins again when it changes.
          key={JSON.stringify(shown)}
          slide={slide}
          before={0}
          compiled={compiled}
          onNext={undefined}
        />
      </TitleFocus>
    </section>
  )
}
