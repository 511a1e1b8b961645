import { useDeferredValue } from 'react'
import { TitleFocus } from '../../ui/player/slides/slide-title.tsx'
import { PHONE, PreviewSlide } from '../lesson/preview/preview-pane.tsx'
import { NOTHING_COMPILED } from '../lesson/preview/preview-question.ts'
import type { QuestionFields } from '../lesson/question-fields.ts'
import { useText } from '../use-text.ts'

/** The question as a learner sees it on a phone. It can be answered. */
export function QuestionPreview({ question }: { question: QuestionFields }) {
  const { t } = useText()
  const shown = useDeferredValue(question)
  return (
    <section aria-label={t('lesson.preview')} className={PHONE}>
      <TitleFocus value={false}>
        <PreviewSlide
          // It begins again when it changes.
          key={JSON.stringify(shown)}
          slide={{ key: 'question', type: 'QUIZ', question: shown }}
          before={0}
          compiled={NOTHING_COMPILED}
          onNext={undefined}
        />
      </TitleFocus>
    </section>
  )
}
