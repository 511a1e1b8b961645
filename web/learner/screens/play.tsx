import { Bot, Search, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { GemIcon } from '../../ui/brand/currency-icons.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { EntryFault } from '../play/entry-fault.tsx'
import { ActionCard, FindCard } from '../play/hub/action-cards.tsx'
import { BattleHistory } from '../play/hub/battle-history.tsx'
import { LiveContests } from '../play/hub/live-contests.tsx'
import { RunningBattle } from '../play/hub/running-battle.tsx'
import { Searching, TimedOut } from '../play/hub/searching.tsx'
import { Standing } from '../play/hub/standing.tsx'
import { useQueue } from '../play/hub/use-queue.ts'
import { useScreenText } from '../use-text.ts'

const FindSheet = lazy(() => import('../play/hub/find-sheet.tsx'))
const BotSheet = lazy(() => import('../play/hub/bot-sheet.tsx'))
const FriendSheet = lazy(() => import('../play/hub/friend-sheet.tsx'))

/** The hub of battles and contests. */
export default function Play() {
  const { t, number } = useScreenText()
  const user = useUser()
  const queue = useQueue()
  const [sheet, setSheet] = useState<'find' | 'bot' | 'friend'>()
  const close = () => setSheet(undefined)

  if (queue.state.name === 'searching')
    return <Searching state={queue.state} isConnected={queue.isConnected} onCancel={queue.cancel} />
  if (queue.state.name === 'timedOut') {
    const { setup } = queue.state
    return (
      <TimedOut
        hadStake={setup.stakeAmount > 0}
        onAgain={() => queue.join(setup)}
        onBot={() => {
          queue.reset()
          setSheet('bot')
        }}
        onBack={queue.reset}
      />
    )
  }
  return (
    <div className="animate-rise">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-[27px] lg:text-[34px]">{t('play.title')}</h1>
        <Pill tone="gem">
          <GemIcon size={16} />
          <span className="sr-only">{t('summary.gems')}</span>
          {number(user.totalGems)}
        </Pill>
      </div>
      <div className="mt-5 grid items-start gap-5 lg:mt-7 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-7">
        <div className="grid min-w-0 gap-4">
          {queue.running && <RunningBattle match={queue.running} />}
          {queue.state.fault !== undefined && <EntryFault fault={queue.state.fault} />}
          <FindCard
            icon={<Search size={22} strokeWidth={2.6} aria-hidden="true" />}
            onPress={() => setSheet('find')}
          />
          <div className="grid grid-cols-2 gap-3 lg:gap-4">
            <ActionCard
              icon={<Bot size={26} strokeWidth={2.2} aria-hidden="true" />}
              title={t('play.bot')}
              text={t('play.botNote')}
              onPress={() => setSheet('bot')}
            />
            <ActionCard
              icon={<Users size={26} strokeWidth={2.2} aria-hidden="true" />}
              title={t('play.friend')}
              text={t('play.friendNote')}
              onPress={() => setSheet('friend')}
            />
          </div>
          <LiveContests />
        </div>
        <div className="grid min-w-0 gap-5">
          <Standing />
          <BattleHistory />
        </div>
      </div>
      <Suspense>
        {sheet === 'find' && (
          <FindSheet
            onClose={close}
            onFind={(setup) => {
              close()
              queue.join(setup)
            }}
          />
        )}
        {sheet === 'bot' && <BotSheet onClose={close} />}
        {sheet === 'friend' && <FriendSheet onClose={close} />}
      </Suspense>
    </div>
  )
}
