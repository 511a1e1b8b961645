import { getRouteApi } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { Pill } from '../../../ui/components/pill.tsx'
import { LoadingNote, Skeleton } from '../../../ui/components/skeleton.tsx'
import { usePlayKeys } from '../../../ui/player/use-play-keys.ts'
import { useScreenText } from '../../use-text.ts'
import { BattleNotices } from './battle-notices.tsx'
import { CountdownView } from './countdown-view.tsx'
import { RoundView } from './round-view.tsx'
import { Scoreboard } from './scoreboard.tsx'
import { TimerRing } from './timer-ring.tsx'
import type { Battle } from './use-battle.ts'
import { WaitingView } from './waiting-view.tsx'

const LeaveBattleDialog = lazy(() => import('./leave-battle-dialog.tsx'))
const route = getRouteApi('/signed-in/play/battle/$roomId')

interface Given {
  battle: Battle
  room: Api.Battle | undefined
  opponent: Api.BattleOpponent | null | undefined
  stakeAmount: number
  /** The battle is over, and the last round is still shown. */
  isLingering: boolean
  onSkip: () => void
  onLeave: () => void
}

/** A battle before its end: waiting, countdown, and rounds. */
export function BattleInProgress({
  battle,
  room,
  opponent,
  stakeAmount,
  isLingering,
  onSkip,
  onLeave,
}: Given) {
  const { t, number } = useScreenText()
  const { code } = route.useSearch()
  const [isAsking, setAsking] = useState(false)
  const { state, clock, choose } = battle
  const round = state.rounds.at(-1)
  const next = isLingering ? onSkip : () => {}
  const ask = () => !isLingering && setAsking(true)
  usePlayKeys({ onChoose: choose, onNext: next, onBack: () => {}, onLeave: ask }, !isAsking)
  const name = opponent?.username ?? ''
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 bg-bg/95 pt-[env(safe-area-inset-top)] pb-2 backdrop-blur">
        <div className="mx-auto flex max-w-3xl items-center justify-between gap-2 px-3 py-2">
          <button
            type="button"
            aria-label={t('battle.leave')}
            onClick={ask}
            className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
          >
            <X size={24} aria-hidden="true" />
          </button>
          {round && (
            <p className="text-sm font-bold text-ink-2">
              {t('battle.round', { number: round.index + 1, total: state.questionCount })}
            </p>
          )}
          {stakeAmount > 0 ? (
            <Pill tone="gem" size="small" className="me-2">
              <GemIcon size={14} />
              {t('battle.staked', { gems: number(stakeAmount) })}
            </Pill>
          ) : (
            <span className="size-11" />
          )}
        </div>
        {round && (
          <Scoreboard
            opponent={opponent}
            scores={state.scores}
            isOpponentAway={state.opponentAwayUntil !== undefined}
          >
            <TimerRing
              clock={clock}
              endsAt={round.endsAt}
              totalMs={round.timeLimitMs}
              isStopped={round.result !== undefined}
            />
          </Scoreboard>
        )}
        <BattleNotices battle={battle} opponentName={name} />
      </header>
      <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col px-5 pt-4 lg:pt-8 pb-[max(24px,env(safe-area-inset-bottom))]">
        {round ? (
          <>
            <RoundView
              key={round.questionId}
              round={round}
              opponent={opponent ?? { username: '', avatarUrl: '' }}
              onChoose={choose}
            />
            {isLingering && (
              <Button size="large" isWide className="mt-4" onClick={onSkip}>
                {t('battle.seeResult')}
              </Button>
            )}
          </>
        ) : opponent ? (
          <CountdownView clock={clock} startsAt={state.startsAt} opponent={opponent} />
        ) : room ? (
          <WaitingView room={room} code={code} onClose={onLeave} />
        ) : (
          <div className="grid gap-4 pt-6">
            <h1 className="sr-only">{t('battle.gettingReady')}</h1>
            <LoadingNote />
            <Skeleton className="h-40" />
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </div>
        )}
      </main>
      <Suspense>
        {isAsking && (
          <LeaveBattleDialog
            isOpen
            hasStarted={state.startsAt !== undefined}
            stakeAmount={stakeAmount}
            onStay={() => setAsking(false)}
            onLeave={() => {
              setAsking(false)
              onLeave()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
