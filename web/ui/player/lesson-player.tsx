import { ChevronLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { BoltIcon } from '../brand/currency-icons.tsx'
import { Button } from '../components/button.tsx'
import { FormError } from '../components/form-error.tsx'
import { Pill } from '../components/pill.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { useQuestionText } from '../i18n/use-text.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { LessonFeedback } from './lesson-feedback.tsx'
import { isQuestion, mayGoOn, type PlayState, play, scoreOf, startPlay } from './play-state.ts'
import type { Draft } from './question/draft.ts'
import { loadQuestionView, SlideView } from './slide-view.tsx'
import { usePlayKeys } from './use-play-keys.ts'
import { type AnswerToGrade, useQuestionStep } from './use-question-step.ts'

export interface PlayedLesson {
  timeSpentSeconds: number
  score: { right: number; total: number } | undefined
}

/** A play that is not finished, to go on with it after a reload. */
export interface KeptPlay {
  state: PlayState
  drafts: Record<string, Draft>
}

/** The most that the service accepts: a page may stay open for days. */
const LONGEST_SECONDS = 86_400

interface Given {
  lesson: Api.LessonContent
  /** Goes on with this play of the same lesson. */
  kept?: KeptPlay | undefined
  /** The page is hidden, or the player is left without a question, as by the back button. */
  onKeep?: (play: KeptPlay) => void
  /** The first answer to each single-choice question. It may return the author's feedback on the option as HTML. */
  onAnswer: (questionId: string, option: number) => Promise<string | null | undefined> | undefined
  /** Grades an answer of any other type. Without it these questions are left out. */
  onGrade?: (given: AnswerToGrade) => Promise<Api.AnsweredQuestion>
  onHint?: (questionId: string) => Promise<Api.Hint>
  /** Beside the result of a question, such as a button to report it. */
  questionAction?: (questionId: string) => ReactNode
  /** A slide is shown, also again after another one; undefined for a question that is repeated at the end. */
  onShow?: (slide: Api.Slide | undefined) => void
  onFinish: (played: PlayedLesson) => void
  onLeave: () => void
}

/** Plays a lesson, one slide per screen. It makes no requests, so that the studio can play drafts with it. */
export function LessonPlayer({
  lesson,
  kept,
  onKeep,
  onAnswer,
  onGrade,
  onHint,
  questionAction,
  onShow,
  onFinish,
  onLeave,
}: Given) {
  const { t } = useQuestionText()
  const [state, dispatch] = useReducer(
    play,
    lesson.slides,
    (slides) => kept?.state ?? startPlay(slides, onGrade !== undefined),
  )
  const [optionFeedback, setOptionFeedback] = useState<Record<string, string | null | undefined>>({})
  const [isLeaving, setLeaving] = useState(false)
  // It does not jump if the clock of the device is set.
  const startedAt = useRef(performance.now())
  const isLeft = useRef(false)
  const step = state.steps[state.at]
  const isAnswered = step !== undefined && isQuestion(step) && mayGoOn(state) && !state.isFinished
  const drafts = useState(kept?.drafts ?? {})
  const asked = useQuestionStep({
    step,
    kept: drafts,
    result: step && state.graded[step.key],
    onGrade,
    onResult: (key, result) => dispatch({ type: 'grade', key, result }),
  })

  const choose = (option: number) => {
    if (asked) asked.controls.onChoose(option)
    if (step?.slide.type !== 'QUIZ' || step.key in state.chosen) return
    const { key } = step
    if (!step.isRepeat && option in step.slide.question.options)
      void onAnswer(step.slide.question.id, option)?.then((html) =>
        setOptionFeedback((before) => ({ ...before, [key]: html })),
      )
    dispatch({ type: 'choose', option })
  }
  const next = () => dispatch({ type: 'next' })
  const back = () => dispatch({ type: 'back' })
  const leaveNow = () => {
    isLeft.current = true
    onLeave()
  }
  const leave = () => (state.at === 0 ? leaveNow() : setLeaving(true))
  const isOpen = asked !== undefined && !isAnswered
  usePlayKeys(
    { onChoose: choose, onNext: next, onEnter: isOpen ? asked.submit : next, onBack: back, onLeave: leave },
    !isLeaving && !state.isFinished,
  )

  const hasQuestions = state.steps.some(({ slide }) => slide.type === 'QUESTION')
  // While the first slide is read. If it fails, the slide of the question tries again.
  useEffect(() => {
    if (hasQuestions) loadQuestionView().catch(() => undefined)
  }, [hasQuestions])
  const finish = useEffectEvent(() => {
    const seconds = Math.round((performance.now() - startedAt.current) / 1000)
    const timeSpentSeconds = Math.min(LONGEST_SECONDS, seconds)
    onFinish({ timeSpentSeconds, score: scoreOf(state) })
  })
  useEffect(() => {
    if (state.isFinished) finish()
  }, [state.isFinished])
  const keep = useEffectEvent(() => {
    if (!isLeft.current && !state.isFinished) onKeep?.({ state, drafts: drafts[0] })
  })
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [])
  const show = useEffectEvent(() => onShow?.(step && !step.isRepeat ? step.slide : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide is shown once until the next one.
  useEffect(() => {
    if (!state.isFinished) show()
  }, [state.at, state.isFinished])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide begins at its top.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [state.at])

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className="mx-auto flex max-w-2xl items-center gap-2 px-3 py-2.5 sm:gap-3">
          <IconButton label={t('player.leave')} onPress={leave}>
            <X size={24} aria-hidden="true" />
          </IconButton>
          <ProgressBar
            value={(100 * (state.at + (isAnswered ? 1 : 0))) / state.steps.length}
            label={t('player.progress')}
            className="flex-1"
          />
          <Pill tone="gold" size="small" className="ms-1 me-2">
            <BoltIcon size={14} />
            {t('reward.xp', { xp: lesson.xpReward })}
          </Pill>
        </div>
      </header>
      <main key={step?.key} className="mx-auto w-full max-w-2xl flex-1 animate-rise px-5 pt-5 pb-8">
        {step && !state.isFinished && (
          <SlideView state={state} controls={asked?.controls} onChoose={choose} onHint={onHint} />
        )}
      </main>
      <footer className="sticky bottom-0 z-20">
        {isAnswered ? (
          <LessonFeedback
            key={state.at}
            state={state}
            optionFeedback={optionFeedback[step.key]}
            onNext={next}
            action={questionAction}
          />
        ) : (
          <div className="border-line border-t bg-bg/95 backdrop-blur">
            <div className="mx-auto flex max-w-2xl gap-3 px-5 pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
              {state.at > 0 && (
                <Button variant="secondary" size="large" onClick={back} aria-label={t('player.back')}>
                  <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
                </Button>
              )}
              {isOpen ? (
                <div className="grid flex-1 gap-3">
                  <FormError text={asked.error} />
                  <Button
                    size="large"
                    isWide
                    isPending={asked.isPending}
                    disabled={!asked.isComplete}
                    onClick={asked.submit}
                  >
                    {t('question.check')}
                  </Button>
                </div>
              ) : (
                <Button size="large" isWide onClick={next} disabled={!mayGoOn(state)}>
                  {mayGoOn(state) ? t('action.continue') : t('player.chooseOne')}
                </Button>
              )}
            </div>
          </div>
        )}
      </footer>
      <LeaveDialog isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={leaveNow} />
    </div>
  )
}

function IconButton({
  label,
  onPress,
  children,
}: {
  label: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
    >
      {children}
    </button>
  )
}
