import { Link } from '@tanstack/react-router'
import { LogOut, Pencil } from 'lucide-react'
import { faultText } from '../../ui/api/describe-fault.ts'
import { BoltIcon, FlameIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { signOut } from '../../ui/session/sign-out.ts'
import { levelProgress } from '../level-progress.ts'
import { Doors } from '../me/doors.tsx'
import { Figure } from '../me/figure.tsx'
import { InstallApp } from '../me/install-app.tsx'
import { useScreenText } from '../use-text.ts'

export default function Me() {
  const { t } = useScreenText()
  const leave = () => signOut().catch((fault) => showToast(faultText(fault, t), 'bad'))
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <Head />
      <Standing />
      <Doors />
      <InstallApp />
      <Button
        variant="ghost"
        isWide
        className="mt-4"
        icon={<LogOut size={20} className="rtl:rotate-180" aria-hidden="true" />}
        onClick={() => void leave()}
      >
        {t('me.signOut')}
      </Button>
    </div>
  )
}

function Head() {
  const { t, date } = useScreenText()
  const user = useUser()
  return (
    <div className="flex items-center gap-5 max-[359px]:gap-3">
      <Avatar name={user.username} url={user.profileImageUrl} size={84} />
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-2 text-[27px] [overflow-wrap:anywhere] max-[359px]:text-[22px]">
          <bdi>{user.username}</bdi>
        </h1>
        <p className="text-[15px] text-ink-2">
          {t('me.since', { date: date(new Date(user.createdAt), { month: 'long', year: 'numeric' }) })}
        </p>
        {user.bio && (
          <p className="mt-1 line-clamp-3 text-[15px] [overflow-wrap:anywhere]">
            <bdi>{user.bio}</bdi>
          </p>
        )}
      </div>
      <Link
        to="/settings/$section"
        params={{ section: 'profile' }}
        aria-label={t('me.edit')}
        className="grid size-11 flex-none place-items-center self-start rounded-full border border-line bg-surface text-ink-2 hover:text-ink"
      >
        <Pencil size={19} aria-hidden="true" />
      </Link>
    </div>
  )
}

function Standing() {
  const { t, number } = useScreenText()
  const user = useUser()
  const { percentage, missing } = levelProgress(user.totalXP, user.level)
  return (
    <Card className="mt-6">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-[18px] font-extrabold">{t('me.level', { level: user.level })}</span>
        <span className="text-sm text-ink-2">{t('today.toNextLevel', { xp: missing })}</span>
      </p>
      <ProgressBar className="mt-3" tone="gold" value={percentage} label={t('today.levelProgress')} />
      <dl className="mt-5 grid grid-cols-2 gap-x-2 gap-y-4 text-center sm:grid-cols-4">
        <Figure
          icon={<BoltIcon size={20} />}
          look="text-gold-text"
          label={t('summary.xp')}
          value={number(user.totalXP)}
        />
        <Figure
          icon={<GemIcon size={20} />}
          look="text-gem"
          label={t('summary.gems')}
          value={number(user.totalGems)}
        />
        <Figure
          icon={<FlameIcon size={20} />}
          look="text-gold-text"
          label={t('summary.streak')}
          value={number(user.currentStreak)}
        />
        <Figure
          icon={<FlameIcon size={20} />}
          look="text-primary"
          label={t('me.longest')}
          value={number(user.longestStreak)}
        />
      </dl>
    </Card>
  )
}
