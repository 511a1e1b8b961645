import { Link } from '@tanstack/react-router'
import { BadgeCheck, Flame, MessageCircleQuestionMark, Timer } from 'lucide-react'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { DemoAccounts } from '../landing/demo-accounts.tsx'
import { landingHead } from '../landing/landing-head.ts'
import { SampleQuestion } from '../landing/sample-question.tsx'
import { PublicFooter } from '../public/public-footer.tsx'
import { PublicHeader } from '../public/public-header.tsx'
import { usePageTitle } from '../public/use-page-title.ts'
import { useText } from '../use-text.ts'

export default function Landing() {
  const texts = useText()
  const { t } = texts
  usePageTitle(landingHead(texts).title)
  return (
    <div className="overflow-x-clip">
      <PublicHeader />
      <main>
        <section className="mx-auto grid max-w-[1240px] gap-10 px-5 pt-6 lg:grid-cols-[1.05fr_.95fr] lg:px-11 lg:pt-10">
          <div className="lg:pt-9">
            <Pill tone="gold" size="small">
              {t('landing.chip')}
            </Pill>
            <h1 className="mt-5 text-[42px] leading-[1.06] sm:text-[60px]">
              {t('landing.title1')}{' '}
              <span className="block">
                {t('landing.title2')} <span className="text-primary">{t('landing.title3')}</span>
              </span>
            </h1>
            <p className="mt-5 max-w-[480px] text-[18px] text-ink-2 sm:text-[19px]">{t('landing.text')}</p>
            <div className="mt-7 grid gap-3 sm:flex">
              <Link to="/try" className={buttonClass({ size: 'large' })}>
                {t('landing.startFree')}
              </Link>
              <Link to="/sign-in" className={buttonClass({ variant: 'secondary', size: 'large' })}>
                {t('landing.haveAccount')}
              </Link>
            </div>
            <DemoAccounts />
          </div>
          <div className="relative pb-14 lg:min-h-[600px]">
            <div
              aria-hidden="true"
              className="hero absolute start-[-20px] end-[-20px] top-12 bottom-0 rounded-ss-[56px] lg:start-8 lg:end-[-50vw] lg:top-0"
            />
            <SampleQuestion />
            <StreakNote />
          </div>
        </section>
        <Reasons />
      </main>
      <PublicFooter />
    </div>
  )
}

function StreakNote() {
  const { t } = useText()
  return (
    <div className="relative ms-auto mt-9 hidden w-fit items-center gap-3.5 rounded-card border border-line bg-surface px-5 py-3.5 shadow-float lg:flex">
      <span className="grid size-11 place-items-center rounded-full bg-gold-soft text-gold">
        <Flame size={26} fill="currentColor" aria-hidden="true" />
      </span>
      <p className="leading-snug">
        <b className="block text-[17px] font-extrabold">{t('streak.days', { count: 12 })}</b>
        <span className="text-sm text-ink-2">{t('landing.streakNote')}</span>
      </p>
    </div>
  )
}

const REASONS = [
  { text: 'short', Icon: Timer, look: 'bg-primary-soft text-primary' },
  { text: 'explained', Icon: MessageCircleQuestionMark, look: 'bg-gold-soft text-gold-text' },
  { text: 'streak', Icon: Flame, look: 'bg-bad-soft text-bad' },
  { text: 'certificate', Icon: BadgeCheck, look: 'bg-gem-soft text-gem' },
] as const

function Reasons() {
  const { t } = useText()
  return (
    <section className="mx-auto max-w-[1240px] px-5 py-16 lg:px-11 lg:py-24">
      <h2 className="text-[30px] sm:text-[38px]">{t('landing.reasonsTitle')}</h2>
      <ul className="mt-9 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {REASONS.map(({ text, Icon, look }) => (
          <li key={text} className="rounded-card border border-line bg-surface p-6 shadow-card">
            <span className={`grid size-13 place-items-center rounded-2xl ${look}`}>
              <Icon size={26} strokeWidth={2.3} aria-hidden="true" />
            </span>
            <h3 className="mt-5 text-[19px]">{t(`reason.${text}.title`)}</h3>
            <p className="mt-2 text-ink-2">{t(`reason.${text}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
