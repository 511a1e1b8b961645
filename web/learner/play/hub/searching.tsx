import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { EmptyState } from '../../../ui/components/empty-state.tsx'
import { Pill } from '../../../ui/components/pill.tsx'
import { SlideTitle } from '../../../ui/player/slides/slide-title.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useScreenText } from '../../use-text.ts'
import type { QueueState } from './use-queue.ts'

type SearchState = Extract<QueueState, { name: 'searching' }>

interface SearchingGiven {
  state: SearchState
  isConnected: boolean
  onCancel: () => void
}

export function Searching({ state, isConnected, onCancel }: SearchingGiven) {
  const { t, number } = useScreenText()
  const user = useUser()
  const now = useNow(Date, 500)
  const waited = Math.max(0, Math.floor((now - state.since) / 1000))
  const { stakeAmount } = state.setup
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center text-center">
      <span className="relative grid size-56 place-items-center">
        {['', '[animation-delay:0.7s]', '[animation-delay:1.4s]'].map((delay) => (
          <span
            key={delay}
            aria-hidden="true"
            className={`absolute size-24 animate-radar rounded-full border-4 border-primary ${delay}`}
          />
        ))}
        <Avatar name={user.username} url={user.profileImageUrl} size={96} />
      </span>
      <SlideTitle className="mt-2">{t('play.searching')}</SlideTitle>
      <p role="status" className="mt-2 text-ink-2">
        {!isConnected
          ? t('battle.reconnecting')
          : stakeAmount > 0
            ? t('play.searchingStakeText')
            : t('play.searchingText')}
      </p>
      <p role="timer" className="mt-4 text-[40px] leading-none font-extrabold text-primary tabular-nums">
        {t('play.seconds', { seconds: number(waited) })}
      </p>
      {stakeAmount > 0 && (
        <Pill tone="gem" className="mt-4">
          <GemIcon size={16} />
          {t('battle.stakeEach', { gems: t('reward.gems', { count: stakeAmount }) })}
        </Pill>
      )}
      <Button variant="secondary" size="large" className="mt-8" onClick={onCancel}>
        {t('play.cancelSearch')}
      </Button>
    </div>
  )
}

interface TimedOutGiven {
  hadStake: boolean
  onAgain: () => void
  onBot: () => void
  onBack: () => void
}

export function TimedOut({ hadStake, onAgain, onBot, onBack }: TimedOutGiven) {
  const { t } = useScreenText()
  return (
    <EmptyState
      mood="asleep"
      level="h1"
      title={t('play.nobody')}
      action={
        <div className="grid gap-3">
          <Button onClick={onAgain}>{t('play.searchAgain')}</Button>
          <Button variant="secondary" onClick={onBot}>
            {t('play.bot')}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t('battle.toPlay')}
          </Button>
        </div>
      }
    >
      {hadStake ? t('play.nobodyStakeText') : t('play.nobodyText')}
    </EmptyState>
  )
}
