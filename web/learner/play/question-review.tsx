import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Html } from '../../ui/markdown/html.tsx'
import { splitPrompt } from '../../ui/player/slides/prompt.tsx'
import { useScreenText } from '../use-text.ts'
import { Content } from './content.tsx'

export interface ReviewedQuestion {
  id: string
  /** Shown if there is no `promptHtml`. */
  prompt: string
  promptHtml: string
  options: readonly string[]
  correctIndex: number
  explanationHtml: string
  /** What the author says about the chosen option. */
  feedbackHtml: string | null
  /** Of the options. */
  formulas: readonly Api.Formula[] | undefined
  chosen: number | null
  opponentChosen?: number | null
}

interface Given {
  questions: readonly ReviewedQuestion[]
  opponent?: { username: string; avatarUrl: string }
}

/** All questions with the correct option, the given answers and the explanation. */
export function QuestionReview({ questions, opponent }: Given) {
  const { t } = useScreenText()
  return (
    <section aria-labelledby="review" className="w-full text-start">
      <h2 id="review" className="mb-3 text-[20px]">
        {t('review.title')}
      </h2>
      <ol className="grid gap-3">
        {questions.map((question, index) => (
          <li key={question.id} className="rounded-card border border-line bg-surface p-5 shadow-card">
            <p className="text-[13px] font-bold tracking-wide text-ink-2 uppercase">
              {t('player.question', { number: index + 1 })}
            </p>
            <ReviewedPrompt question={question} />
            <ul className="mt-3 grid gap-2">
              {question.options.map((option, number) => (
                <ReviewedOption
                  key={option}
                  content={<Content text={option} formulas={question.formulas} />}
                  isCorrect={number === question.correctIndex}
                  isChosen={number === question.chosen}
                  opponent={number === question.opponentChosen ? opponent : undefined}
                />
              ))}
            </ul>
            {question.chosen === null && (
              <p className="mt-3 text-sm font-semibold text-bad">{t('review.notAnswered')}</p>
            )}
            {question.feedbackHtml && <Text html={question.feedbackHtml} />}
            {question.explanationHtml && <Text html={question.explanationHtml} className="text-ink-2" />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The first paragraph is the heading, as in the round. */
function ReviewedPrompt({ question: { prompt, promptHtml } }: { question: ReviewedQuestion }) {
  const { first, rest } = splitPrompt(promptHtml)
  return (
    <>
      {(first !== undefined || !promptHtml) && (
        <h3 className="mt-1.5 text-[18px] leading-snug">
          {first === undefined ? prompt : <Html html={first} className="slide-inline block" />}
        </h3>
      )}
      {rest && <Html as="div" html={rest} className="slide-text mt-3 !text-base" />}
    </>
  )
}

function Text({ html, className = '' }: { html: string; className?: string }) {
  return <Html as="div" html={html} className={`slide-text mt-3 !text-[15px] !leading-normal ${className}`} />
}

interface OptionGiven {
  content: ReactNode
  isCorrect: boolean
  isChosen: boolean
  opponent: Given['opponent']
}

function ReviewedOption({ content, isCorrect, isChosen, opponent }: OptionGiven) {
  const { t } = useScreenText()
  const look = isCorrect
    ? 'bg-good-soft text-good font-bold'
    : isChosen
      ? 'bg-bad-soft text-bad font-bold'
      : 'bg-sunken'
  return (
    <li className={`flex min-h-11 items-center gap-3 rounded-control px-3.5 py-2 ${look}`}>
      <span className="grid size-5 flex-none place-items-center">
        {isCorrect ? (
          <Check size={18} strokeWidth={3.5} aria-hidden="true" />
        ) : isChosen ? (
          <X size={18} strokeWidth={3.5} aria-hidden="true" />
        ) : null}
      </span>
      <span className="min-w-0 flex-1">
        {content}
        {isCorrect && <span className="sr-only"> ({t('review.correct')})</span>}
      </span>
      {isChosen && <span className="flex-none text-[13px]">{t('review.yours')}</span>}
      {opponent && (
        <span className="flex-none">
          <Avatar name={opponent.username} url={opponent.avatarUrl} size={28} />
          <span className="sr-only">{t('battle.choseThis', { name: opponent.username })}</span>
        </span>
      )}
    </li>
  )
}
