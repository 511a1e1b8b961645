import { Link } from '@tanstack/react-router'
import { Check, Target } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { readWelcome } from '../welcome/stored-welcome.ts'
import { isDone, type Quest, questsOf } from './quests.ts'

/** What to reach today: learn, the daily target, the reviews. Without a target, the way to choose one. */
export default function QuestsCard({ streak }: { streak: Api.Streak | undefined }) {
  const { t } = useScreenText()
  const user = useUser()
  // A finished lesson changes the total, and with it what was earned today.
  const { data, error } = useApi('GET /user/daily-target')
  const reviews = useApi('GET /review/due')
  if (user.dailyTargetXP === null) return <NoTarget isNew={!readWelcome(user.id).isDone} />
  if (error && !data) return null
  if (!data) return <Skeleton className="h-[172px]" />
  const { earnedXP } = data.data
  const quests = questsOf({
    isStreakDone: streak?.todayDone ?? earnedXP > 0,
    earnedXP,
    targetXP: user.dailyTargetXP,
    reviews: reviews.data?.data,
  })
  return (
    <Card as="section" aria-labelledby="quests-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="quests-title" className="text-[18px]">
          {t('quests.title')}
        </h2>
        <span className="text-sm text-ink-2">
          {t('quests.done', { done: quests.filter(isDone).length, total: quests.length })}
        </span>
      </div>
      <ul className="mt-3 grid gap-3.5">
        {quests.map((quest) => (
          <QuestRow key={quest.kind} quest={quest} earnedXP={earnedXP} />
        ))}
      </ul>
    </Card>
  )
}

function QuestRow({ quest, earnedXP }: { quest: Quest; earnedXP: number }) {
  const { t } = useScreenText()
  const { kind, done, total } = quest
  const isReached = isDone(quest)
  const title =
    kind === 'learn'
      ? t('quests.learn')
      : kind === 'review'
        ? t('quests.review', { count: total })
        : isReached
          ? t('target.reached')
          : t('target.title')
  const progress =
    kind === 'target'
      ? t('target.earned', { earned: earnedXP, target: total })
      : t('quests.done', { done, total })
  return (
    <li>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-[15px]">
        <span className="font-bold">{title}</span>
        <span className="inline-flex items-center gap-1.5 text-sm text-ink-2">
          {isReached && <Check size={16} strokeWidth={3} className="text-good" aria-hidden="true" />}
          {progress}
          {kind === 'target' && (
            <Link
              to="/welcome"
              search={{ step: 'only-target', next: '/' }}
              className="-m-2 inline-flex min-h-11 items-center rounded-lg p-2 font-bold text-primary underline underline-offset-4"
            >
              {t('target.change')}
            </Link>
          )}
        </span>
      </div>
      <ProgressBar
        size="thin"
        tone={isReached ? 'good' : 'gold'}
        value={(100 * done) / total}
        label={title}
      />
    </li>
  )
}

function NoTarget({ isNew }: { isNew: boolean }) {
  const { t } = useScreenText()
  return (
    <Link
      to="/welcome"
      search={isNew ? { next: '/' } : { step: 'only-target', next: '/' }}
      className="flex min-h-[88px] items-center gap-4 rounded-card border border-line bg-surface p-5 shadow-card hover:border-ink-3"
    >
      <span className="grid size-11 flex-none place-items-center rounded-full bg-gold-soft text-gold-text">
        <Target size={22} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block font-extrabold">{isNew ? t('target.setUp') : t('target.choose')}</span>
        <span className="block text-sm text-ink-2">
          {isNew ? t('target.setUpText') : t('target.chooseText')}
        </span>
      </span>
    </Link>
  )
}
