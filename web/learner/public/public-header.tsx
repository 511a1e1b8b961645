import { Link } from '@tanstack/react-router'
import { settings } from '../../ui/api/settings.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { useSession } from '../../ui/session/session-store.ts'
import { LanguageSelect } from '../landing/language-select.tsx'
import { useText } from '../use-text.ts'

export const PUBLIC_LINKS = [
  { to: '/courses', text: 'nav.courses' },
  { to: '/paths', text: 'nav.paths' },
  { to: '/leaderboards', text: 'nav.leaderboards' },
] as const

/** The header of pages for everybody. On a phone the footer has the links. */
export function PublicHeader() {
  const { t } = useText()
  const isSignedIn = useSession().status === 'in'
  return (
    <header className="mx-auto flex w-full max-w-[1240px] items-center justify-between gap-3 px-5 pt-[max(16px,env(safe-area-inset-top))] pb-4 lg:px-11 lg:py-6">
      <Link
        to="/"
        className="min-w-0 rounded-lg max-[359px]:[&_.truncate]:hidden"
        aria-label={t('nav.home', { name: settings.siteName })}
      >
        <Logo />
      </Link>
      <nav aria-label={t('nav.main')} className="me-auto ms-6 hidden gap-1 lg:flex">
        {PUBLIC_LINKS.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-11 items-center rounded-control px-3.5 font-bold text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:text-primary"
          >
            {t(text)}
          </Link>
        ))}
      </nav>
      <div className="flex items-center gap-2.5">
        <LanguageSelect />
        {isSignedIn ? (
          <Link to="/" className={buttonClass({ size: 'small' })}>
            {t('tab.today')}
          </Link>
        ) : (
          <>
            <Link
              to="/sign-in"
              className={`${buttonClass({ variant: 'secondary', size: 'small' })} max-sm:hidden`}
            >
              {t('signIn.title')}
            </Link>
            <Link
              to="/try"
              className={`${buttonClass({ size: 'small' })} whitespace-nowrap max-[399px]:!px-3`}
            >
              {t('landing.start')}
            </Link>
          </>
        )}
      </div>
    </header>
  )
}
