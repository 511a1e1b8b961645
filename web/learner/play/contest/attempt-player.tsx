import { ChevronLeft, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Button } from '../../../ui/components/button.tsx'
import { ProgressBar } from '../../../ui/components/progress-bar.tsx'
import { Tile } from '../../../ui/components/tile.tsx'
import { useUiText } from '../../../ui/i18n/use-text.ts'
import { SlideTitle } from '../../../ui/player/slides/slide-title.tsx'
import { usePlayKeys } from '../../../ui/player/use-play-keys.ts'
import { useScreenText } from '../../use-text.ts'
import { Content } from '../content.tsx'
import type { AttemptAnswers } from './attempt-state.ts'

interface Given {
  questions: Api.ContestQuestionSingleChoice[]
  answers: AttemptAnswers
  onAnswer: (questionId: string, option: number) => void
  onLeave: () => void
  onSubmit: () => void
  isPending: boolean
  isActive: boolean
  clock: ReactNode
  fault: ReactNode
}

/** One question per screen. Answers can be changed until they are submitted. */
export function AttemptPlayer({
  questions,
  answers,
  onAnswer,
  onLeave,
  onSubmit,
  isPending,
  isActive,
  clock,
  fault,
}: Given) {
  const { t } = useScreenText()
  const ui = useUiText()
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => answers[id] === undefined),
    ),
  )
  const question = questions[at]!
  const isLast = at === questions.length - 1
  const answered = questions.filter(({ id }) => answers[id] !== undefined).length
  const choose = (option: number) => {
    if (option < question.options.length && !isPending) onAnswer(question.id, option)
  }
  const next = () => {
    if (!isLast) setAt(at + 1)
    else if (!isPending) onSubmit()
  }
  const back = () => setAt(Math.max(0, at - 1))
  usePlayKeys({ onChoose: choose, onNext: next, onBack: back, onLeave }, isActive)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] backdrop-blur">
        <div className="mx-auto flex max-w-2xl items-center gap-3 px-3 py-2.5">
          <button
            type="button"
            aria-label={t('contest.leave')}
            onClick={onLeave}
            className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
          >
            <X size={24} aria-hidden="true" />
          </button>
          <ProgressBar
            value={(100 * answered) / questions.length}
            label={t('contest.answered', { done: answered, total: questions.length })}
            className="flex-1"
          />
          {clock}
        </div>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 px-5 pt-5 pb-8">
        <p className="mb-2.5 text-[13px] font-bold tracking-wide text-ink-2 uppercase">
          {t('contest.questionOf', { number: at + 1, total: questions.length })}
        </p>
        <SlideTitle key={question.id} className="!text-[24px] sm:!text-[28px]">
          <Content text={question.prompt} html={question.promptHtml} />
        </SlideTitle>
        <div className="mt-6 grid gap-3">
          {question.options.map((option, index) => (
            <Tile
              key={option}
              number={index + 1}
              state={answers[question.id] === index ? 'chosen' : 'idle'}
              isLocked={isPending}
              onPress={() => choose(index)}
            >
              <Content text={option} html={question.optionsHtml[index]} />
            </Tile>
          ))}
        </div>
        <div className="mt-5">{fault}</div>
      </main>
      <footer className="sticky bottom-0 z-20 border-line border-t bg-bg/95 backdrop-blur">
        <div className="mx-auto flex max-w-2xl gap-3 px-5 pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
          {at > 0 && (
            <Button variant="secondary" size="large" onClick={back} aria-label={ui.t('player.back')}>
              <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
            </Button>
          )}
          <Button
            size="large"
            isWide
            variant={isLast ? 'good' : 'primary'}
            isPending={isPending}
            onClick={next}
          >
            {isLast ? t('contest.submit') : ui.t('action.continue')}
          </Button>
        </div>
      </footer>
    </div>
  )
}
