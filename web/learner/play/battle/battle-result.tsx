import { Link } from '@tanstack/react-router'
import { Swords } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { BoltIcon, GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Laurel } from '../../../ui/brand/laurel.tsx'
import { Owl } from '../../../ui/brand/owl.tsx'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { celebrate } from '../../../ui/player/celebrate.ts'
import { SlideTitle } from '../../../ui/player/slides/slide-title.tsx'
import { useScreenText } from '../../use-text.ts'
import { QuestionReview } from '../question-review.tsx'
import type { BattleEnd, Round } from './battle-state.ts'
import { FinalScore } from './final-score.tsx'

interface Given {
  end: BattleEnd
  opponent: Api.BattleOpponent | null | undefined
  rounds: readonly Round[]
  /** The battle ended in this page. */
  isFresh: boolean
  isRated: boolean
  /** Rematch, or another battle. */
  again: ReactNode
}

/** Result, rewards, and all questions of a battle. */
export function BattleResult({ end, opponent, rounds, isFresh, isRated, again }: Given) {
  const { t } = useScreenText()
  const isWon = end.result === 'WIN'
  const wasPlayed = end.reason === 'COMPLETED' || end.reason === 'FORFEIT'
  useEffect(() => {
    if (isFresh && isWon) void celebrate()
  }, [isFresh, isWon])
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col items-center px-5 pt-[max(28px,env(safe-area-inset-top))] pb-10 text-center">
      <div className="relative grid min-h-32 animate-pop place-items-center">
        {isWon && <Laurel size={190} className="text-gold" />}
        <span className={isWon ? 'absolute' : ''}>
          <Owl mood={isWon ? 'glad' : wasPlayed ? 'calm' : 'asleep'} size={108} />
        </span>
      </div>
      <SlideTitle className="mt-4">{useTitle(end, opponent)}</SlideTitle>
      <Reason end={end} name={opponent?.username ?? ''} />
      {wasPlayed && opponent && <FinalScore scores={end.scores} opponent={opponent} />}
      {wasPlayed && <Rewards end={end} isRated={isRated} />}
      <div className="mt-7 grid w-full gap-3">
        {again}
        <Link to="/play" className={buttonClass({ variant: 'ghost', isWide: true })}>
          {t('battle.toPlay')}
        </Link>
      </div>
      {rounds.some(({ result }) => result) && (
        <div className="mt-9 w-full">
          <QuestionReview questions={rounds.flatMap(reviewed)} {...(opponent ? { opponent } : {})} />
        </div>
      )}
    </main>
  )
}

function reviewed({ questionId, prompt, promptHtml, options, formulas, result }: Round) {
  if (!result) return []
  const { correctIndex, explanationHtml, feedbackHtml, yourAnswer, opponentAnswer } = result
  return [
    {
      id: questionId,
      prompt,
      promptHtml,
      options,
      correctIndex,
      explanationHtml,
      feedbackHtml,
      formulas,
      chosen: yourAnswer,
      opponentChosen: opponentAnswer,
    },
  ]
}

function useTitle({ result, reason }: BattleEnd, opponent: Given['opponent']): string {
  const { t } = useScreenText()
  if (reason === 'CANCELLED' || reason === 'ABANDONED') return t('battle.cancelled')
  if (result === 'WIN') return t('battle.won')
  return result === 'DRAW' ? t('battle.draw') : t('battle.lost', { name: opponent?.username ?? '' })
}

function Reason({ end: { result, reason }, name }: { end: BattleEnd; name: string }) {
  const { t } = useScreenText()
  if (reason === 'COMPLETED') return null
  const text =
    reason === 'FORFEIT'
      ? result === 'WIN'
        ? t('battle.opponentForfeited', { name })
        : t('battle.youForfeited')
      : t('battle.cancelledText')
  return <p className="mt-2 text-lg text-ink-2">{text}</p>
}

function Rewards({ end, isRated }: { end: BattleEnd; isRated: boolean }) {
  const { t, number } = useScreenText()
  const signed = (value: number) =>
    value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : number(0)
  return (
    <dl className={`mt-5 grid w-full gap-3 ${isRated ? 'grid-cols-3' : 'grid-cols-2'}`}>
      <Reward tone="bg-gold-soft text-gold-text" icon={<BoltIcon size={22} />} label={t('summary.xp')}>
        {signed(end.xpEarned)}
      </Reward>
      <Reward tone="bg-gem-soft text-gem" icon={<GemIcon size={22} />} label={t('summary.gems')}>
        {signed(end.gemsDelta)}
      </Reward>
      {isRated && (
        <Reward
          tone="bg-primary-soft text-primary"
          icon={<Swords size={20} strokeWidth={2.6} aria-hidden="true" />}
          label={t('play.rating')}
        >
          {signed(end.ratingDelta)}
        </Reward>
      )}
    </dl>
  )
}

interface RewardGiven {
  tone: string
  icon: ReactNode
  label: string
  children: ReactNode
}

function Reward({ tone, icon, label, children }: RewardGiven) {
  return (
    <div className={`flex flex-col-reverse items-center gap-1 rounded-card px-2 py-4 ${tone}`}>
      <dt className="text-[13px] font-bold">{label}</dt>
      <dd className="flex items-center gap-1.5 text-[25px] leading-none font-extrabold tabular-nums">
        {icon}
        {children}
      </dd>
    </div>
  )
}
