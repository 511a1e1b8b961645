import { memo, useEffect, useMemo, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../../ui/api/use-api.ts'
import { BoltIcon } from '../../../ui/brand/currency-icons.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { Pill } from '../../../ui/components/pill.tsx'
import { ProgressBar } from '../../../ui/components/progress-bar.tsx'
import { LessonFeedback } from '../../../ui/player/lesson-feedback.tsx'
import { isQuestion, mayGoOn, type PlayState, type Slide, type Step } from '../../../ui/player/play-state.ts'
import { SlideView } from '../../../ui/player/slide-view.tsx'
import { TitleFocus } from '../../../ui/player/slides/slide-title.tsx'
import { useQuestionStep } from '../../../ui/player/use-question-step.ts'
import { useText } from '../../use-text.ts'
import { contentOf, type DraftSlide, type LessonDraft } from '../draft.ts'
import {
  type Compiled,
  compiledTexts,
  hasFormula,
  NOTHING_COMPILED,
  type PreviewQuestion,
  previewQuestion,
} from './preview-question.ts'
import { useTypedFormulas } from './use-typed-formulas.ts'

interface Given {
  lessonId: string
  draft: LessonDraft
  at: number
  /** Grows when the service has saved something. */
  savedCount: number
  onSelect: (at: number) => void
}

/** The frame of a phone. */
export const PHONE =
  'mx-auto flex h-full max-h-[860px] w-full max-w-[392px] flex-col overflow-hidden rounded-[36px] border-8 border-ink/85 bg-bg'

/** The selected slide as a learner sees it on a phone, from the draft on this page. */
export const PreviewPane = memo(function PreviewPane({ lessonId, draft, at, savedCount, onSelect }: Given) {
  const { t } = useText()
  const slide = draft.slides[at]
  const saved = useCompiled(lessonId, slide?.type === 'QUIZ' || hasFormula(slide), savedCount)
  const typed = useTypedFormulas(slide)
  const compiled = useMemo(() => ({ ...saved, formulas: [...saved.formulas, ...typed] }), [saved, typed])
  return (
    <section aria-label={t('lesson.preview')} className={PHONE}>
      <div className="flex items-center gap-3 px-4 pt-4 pb-2">
        <ProgressBar
          value={draft.slides.length === 0 ? 0 : (100 * at) / draft.slides.length}
          label={t('player.progress')}
          className="flex-1"
        />
        <Pill tone="gold" size="small">
          <BoltIcon size={14} />
          {t('reward.xp', { xp: draft.xpReward })}
        </Pill>
      </div>
      {slide && (
        <TitleFocus value={false}>
          <PreviewSlide
            // A question and code that runs begin again when they change.
            key={slide.type === 'QUIZ' || slide.type === 'CODE' ? slide.key + contentOf(slide) : slide.key}
            slide={slide}
            before={draft.slides.slice(0, at).filter(({ type }) => type === 'QUIZ').length}
            compiled={compiled}
            onNext={at < draft.slides.length - 1 ? () => onSelect(at + 1) : undefined}
          />
        </TitleFocus>
      )}
    </section>
  )
})

/** What the service has compiled: formulas and coloured code. It is read again after a save. */
function useCompiled(lessonId: string, isNeeded: boolean, savedCount: number): Compiled {
  const { data } = useApi(
    'GET /admin/lessons/{id}/preview',
    { path: { id: lessonId } },
    { enabled: isNeeded },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a save the service has other texts.
  useEffect(() => {
    const queryKey = apiKey('GET /admin/lessons/{id}/preview', { path: { id: lessonId } })
    void queryClient.invalidateQueries({ queryKey })
  }, [savedCount])
  return useMemo(() => (data ? compiledTexts(data.data.slides) : NOTHING_COMPILED), [data])
}

interface SlideGiven {
  slide: DraftSlide
  /** The number of questions before it. */
  before: number
  compiled: Compiled
  onNext: (() => void) | undefined
}

/** A slide that can be answered, and its feedback. */
export function PreviewSlide({ slide, before, compiled, onNext }: SlideGiven) {
  const { t } = useText()
  const { shown, question } = useMemo(() => shownSlide(slide, compiled), [slide, compiled])
  const [chosen, setChosen] = useState<PlayState['chosen']>({})
  const [graded, setGraded] = useState<PlayState['graded']>({})
  const step: Step = { key: slide.key, slide: shown, isRepeat: false }
  const steps = [...Array.from({ length: before }, () => step), step]
  const state: PlayState = { steps, at: before, chosen, graded, isFinished: false }
  const asked = useQuestionStep({
    step,
    result: graded[step.key],
    onGrade: async ({ answer }) => question!.grade(answer),
    onResult: (key, result) => setGraded({ [key]: result }),
  })
  const isAnswered = isQuestion(step) && mayGoOn(state)
  const again = () => {
    setChosen({})
    setGraded({})
  }
  const next = () => (onNext ? onNext() : again())
  const choose = (option: number) => {
    if (asked) asked.controls.onChoose(option)
    else setChosen((current) => (step.key in current ? current : { [step.key]: option }))
  }
  const option = chosen[step.key]
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6">
        <SlideView
          state={state}
          controls={asked?.controls}
          onChoose={choose}
          onHint={question && (async () => question.hint)}
        />
      </div>
      <div>
        {isAnswered ? (
          <LessonFeedback
            state={state}
            optionFeedback={
              option === undefined ? undefined : question?.grade({ selectedOption: option }).feedbackHtml
            }
            onNext={next}
          />
        ) : (
          <div className="border-line border-t px-4 py-3">
            {asked ? (
              <Button isWide disabled={!asked.isComplete} onClick={asked.submit}>
                {t('question.check')}
              </Button>
            ) : (
              <Button isWide disabled={isQuestion(step) || !onNext} onClick={next}>
                {isQuestion(step) ? t('player.chooseOne') : t('action.continue')}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** The slide as the service would present it. */
function shownSlide(
  slide: DraftSlide,
  compiled: Compiled,
): { shown: Slide; question: PreviewQuestion | undefined } {
  const at = { id: slide.key, order: 1 }
  const formulas = [...compiled.formulas]
  const plain = (shown: Api.Slide) => ({ shown, question: undefined })
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return plain({
        ...at,
        type: slide.type,
        title: slide.title,
        content: slide.content,
        formulas,
        mediaUrl: null,
        mediaAlt: null,
      })
    case 'CODE': {
      const { type, title, content, language, isRunnable, setup, expectedOutput } = slide
      return plain({
        // The player keeps what a learner has typed by the id.
        id: `${slide.key}:${content}`,
        order: 1,
        type,
        title,
        content,
        language,
        ...(isRunnable ? { runnable: true } : {}),
        ...(setup.trim() ? { setup } : {}),
        ...(expectedOutput.trim() ? { expectedOutput } : {}),
      })
    }
    case 'FLASHCARD':
      return plain({ ...at, type: slide.type, front: slide.front, back: slide.back, formulas })
    case 'CALLOUT':
      return plain({ ...at, type: slide.type, tone: slide.tone, content: slide.content, formulas })
    case 'VIDEO':
      return plain({
        ...at,
        type: slide.type,
        title: slide.title,
        mediaUrl: slide.mediaUrl,
        captionsUrl: slide.captionsUrl || null,
        durationSeconds: Number(slide.durationSeconds) || 0,
      })
    case 'QUIZ': {
      const question = previewQuestion(slide.key, slide.question, compiled)
      return { shown: question.slide, question }
    }
  }
}
