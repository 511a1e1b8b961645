import { Languages, LogOut, Palette } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { BoltIcon, FlameIcon, GemIcon } from '../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES } from '../../ui/i18n/locales.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { signOut } from '../../ui/session/sign-out.ts'
import { chosenTheme } from '../../ui/theme.ts'
import { levelProgress } from '../level-progress.ts'
import { useScreenText } from '../use-text.ts'

const LanguageSheet = lazy(() => import('../me/language-sheet.tsx'))
const ThemeSheet = lazy(() => import('../me/theme-sheet.tsx'))

export default function Me() {
  const { t, number, date } = useScreenText()
  const user = useUser()
  const { locale } = useLocale()
  const [open, setOpen] = useState<'language' | 'theme'>()
  const { percentage, missing } = levelProgress(user.totalXP, user.level)
  const leave = () =>
    signOut().catch((fault) => showToast(describeFault(fault).message ?? t('error.offlineText'), 'bad'))
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <div className="flex items-center gap-5">
        <Avatar name={user.username} url={user.profileImageUrl} size={84} />
        <div className="min-w-0">
          <h1 className="truncate text-[27px]">{user.username}</h1>
          <p className="truncate text-ink-2">{user.email}</p>
          <p className="text-[15px] text-ink-2">
            {t('me.since', { date: date(new Date(user.createdAt), { month: 'long', year: 'numeric' }) })}
          </p>
        </div>
      </div>
      <Card className="mt-6">
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-[18px] font-extrabold">{t('me.level', { level: user.level })}</span>
          <span className="text-sm text-ink-2">{t('today.toNextLevel', { xp: missing })}</span>
        </p>
        <ProgressBar className="mt-3" tone="gold" value={percentage} label={t('today.levelProgress')} />
        <dl className="mt-5 grid grid-cols-3 gap-2 text-center">
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
            look="text-primary"
            label={t('me.longest')}
            value={number(user.longestStreak)}
          />
        </dl>
      </Card>
      <div className="mt-5 grid overflow-hidden rounded-card border border-line bg-surface shadow-card">
        <Row
          icon={<Languages size={22} aria-hidden="true" />}
          text={t('language.label')}
          value={LOCALES[locale].name}
          onPress={() => setOpen('language')}
        />
        <Row
          icon={<Palette size={22} aria-hidden="true" />}
          text={t('theme.label')}
          value={t(`theme.${chosenTheme()}`)}
          onPress={() => setOpen('theme')}
        />
        <Row
          icon={<LogOut size={22} className="rtl:rotate-180" aria-hidden="true" />}
          text={t('me.signOut')}
          onPress={() => void leave()}
        />
      </div>
      <Suspense>
        {open === 'language' && <LanguageSheet onClose={() => setOpen(undefined)} />}
        {open === 'theme' && <ThemeSheet onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  )
}

function Figure({
  icon,
  look,
  label,
  value,
}: {
  icon: ReactNode
  look: string
  label: string
  value: string
}) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-[13px] text-ink-2">{label}</dt>
      <dd className={`flex items-center justify-center gap-1.5 text-[22px] font-extrabold ${look}`}>
        {icon}
        {value}
      </dd>
    </div>
  )
}

function Row({
  icon,
  text,
  value,
  onPress,
}: {
  icon: ReactNode
  text: string
  value?: string
  onPress: () => void
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-15 items-center gap-4 border-line px-5 text-start font-bold not-first:border-t hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <span className="text-ink-2">{icon}</span>
      <span className="flex-1">{text}</span>
      <span className="font-semibold text-ink-2">{value}</span>
    </button>
  )
}
