import { Link } from '@tanstack/react-router'
import { Target } from 'lucide-react'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { readWelcome } from '../welcome/stored-welcome.ts'

/** The XP of today and the daily target, or the way to choose one. */
export default function TargetCard() {
  const { t } = useScreenText()
  const user = useUser()
  // A finished lesson changes the total, and with it what was earned today.
  const { data, error } = useApi('GET /user/daily-target')
  if (user.dailyTargetXP === null) return <NoTarget isNew={!readWelcome(user.id).isDone} />
  if (error && !data) return null
  if (!data) return <Skeleton className="h-[106px]" />
  const { earnedXP } = data.data
  const target = user.dailyTargetXP
  const isReached = earnedXP >= target
  return (
    <Card as="section" aria-labelledby="target-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="target-title" className="text-[18px]">
          {isReached ? t('target.reached') : t('target.title')}
        </h2>
        <Link
          to="/welcome"
          search={{ step: 'only-target', next: '/' }}
          className="-m-2 inline-flex min-h-11 items-center rounded-lg p-2 text-sm font-bold text-primary underline underline-offset-4"
        >
          {t('target.change')}
        </Link>
      </div>
      <ProgressBar
        className="mt-2"
        tone={isReached ? 'good' : 'gold'}
        value={(100 * earnedXP) / target}
        label={t('target.title')}
      />
      <p className="mt-2 text-sm text-ink-2">{t('target.earned', { earned: earnedXP, target })}</p>
    </Card>
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
