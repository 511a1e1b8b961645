import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../api/own-file.ts'
import { BoltIcon, FlameIcon, GemIcon } from '../brand/currency-icons.tsx'
import { Laurel } from '../brand/laurel.tsx'
import { Owl } from '../brand/owl.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { useUiText } from '../i18n/use-text.ts'
import { celebrate } from './celebrate.ts'
import type { PlayedLesson } from './lesson-player.tsx'
import { SlideTitle } from './slides/slide-title.tsx'

interface Given {
  result: Api.LessonResult
  played: PlayedLesson
  /** The next links. */
  actions: ReactNode
}

/** Shows the rewards of the lesson: XP, gems, streak, badges. */
export function LessonSummary({ result, played, actions }: Given) {
  const { t, number, percent } = useUiText()
  const isFirst = result.xpEarned > 0
  useEffect(() => {
    if (isFirst) void celebrate()
  }, [isFirst])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-5 pt-[max(28px,env(safe-area-inset-top))]">
      <div className="flex flex-1 flex-col items-center justify-center text-center">
        <div className="relative grid animate-pop place-items-center">
          <Laurel size={218} className="text-gold" />
          <span className="absolute">
            <Owl mood="glad" size={118} />
          </span>
        </div>
        <SlideTitle className="mt-4">{isFirst ? t('summary.title') : t('summary.againTitle')}</SlideTitle>
        {played.score && (
          <p className="mt-2 text-lg text-ink-2">
            {t('summary.score', { right: played.score.right, total: played.score.total })}
          </p>
        )}
        <dl className="mt-7 grid w-full grid-cols-3 gap-3">
          <Reward tone="bg-gold-soft text-gold-text" icon={<BoltIcon size={22} />} label={t('summary.xp')}>
            {`+${number(result.xpEarned)}`}
          </Reward>
          <Reward tone="bg-gem-soft text-gem" icon={<GemIcon size={22} />} label={t('summary.gems')}>
            {`+${number(result.gemsEarned)}`}
          </Reward>
          <Reward
            tone="bg-primary-soft text-primary"
            icon={<FlameIcon size={22} />}
            label={t('summary.streak')}
          >
            {number(result.streakDays)}
          </Reward>
        </dl>
        <div className="mt-7 w-full">
          <p className="mb-2 flex justify-between text-[15px] font-bold">
            <span>{t('summary.course')}</span>
            <span>{percent(result.courseProgress)}</span>
          </p>
          <ProgressBar value={result.courseProgress} label={t('summary.course')} tone="good" />
        </div>
        {result.unlockedBadges.length > 0 && <Badges badges={result.unlockedBadges} />}
      </div>
      <div className="sticky bottom-0 grid gap-3 bg-bg pt-6 pb-[max(20px,env(safe-area-inset-bottom))]">
        {actions}
      </div>
    </main>
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
    <div className={`flex animate-rise flex-col-reverse items-center gap-1 rounded-card px-2 py-4 ${tone}`}>
      <dt className="text-[13px] font-bold">{label}</dt>
      <dd className="flex items-center gap-1.5 text-[25px] font-extrabold leading-none">
        {icon}
        {children}
      </dd>
    </div>
  )
}

function Badges({ badges }: { badges: Api.UnlockedBadge[] }) {
  const { t } = useUiText()
  return (
    <section className="mt-7 w-full text-start" aria-label={t('summary.badges')}>
      <ul className="grid gap-3">
        {badges.map(({ badgeType, name, description, imageUrl }) => (
          <li
            key={badgeType}
            className="flex animate-rise items-center gap-4 rounded-card border border-line bg-surface p-4"
          >
            <img src={ownFile(imageUrl)} alt="" width="60" height="60" />
            <span>
              <span className="block text-[13px] font-bold text-gold-text">{t('summary.newBadge')}</span>
              <bdi className="block font-extrabold">{name}</bdi>
              <bdi className="block text-sm text-ink-2">{description}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
