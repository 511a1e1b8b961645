import { Outlet, useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Logo } from '../../ui/brand/logo.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useSession, useUser } from '../../ui/session/session-store.ts'
import { signOut } from '../../ui/session/sign-out.ts'
import { useTwoFactorRefusal } from '../../ui/session/two-factor-screen.tsx'
import { StaffShell } from '../../ui/shell/staff-shell.tsx'
import { HOME_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { SecondFactor } from './second-factor.tsx'
import { SectionBar } from './section-bar.tsx'
import { ROLES, sectionOf, sectionsOf } from './sections.ts'
import { StudioLink } from './studio-link.tsx'
import { useScreenKeys } from './use-screen-keys.ts'

/** The studio for its authors; others see who may use it. */
export function StudioFrame() {
  const { t } = useText()
  const session = useSession()
  const isAuthor = session.status === 'in' && ROLES.some((role) => role === session.user.role)
  if (isAuthor) return <AuthorFrame />
  return (
    <StaffShell name="Studio" roles={ROLES} refusal={t('studio.refusal')}>
      {null}
    </StaffShell>
  )
}

/** Rail at the side on a wide screen, bar below on a phone, and the screen between them. */
function AuthorFrame() {
  const { t } = useText()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const isRefused = useTwoFactorRefusal()
  useScreenKeys()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen reader goes on at the new screen.
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname])
  // The editor of a lesson has the whole screen, with a way back of its own.
  if (!isRefused && /\/lessons\/[^/]+\/?$/.test(pathname)) return <Outlet />
  return (
    <div className="lg:grid lg:grid-cols-[224px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-24 rounded-control bg-primary px-4 py-3 font-bold text-on-primary focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <SideRail />
      <TopBar />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-dvh w-full max-w-[1180px] px-5 pt-4 pb-[calc(104px+env(safe-area-inset-bottom))] outline-none lg:px-10 lg:pt-8 lg:pb-16"
      >
        {isRefused ? <SecondFactor /> : <Outlet />}
      </main>
      <SectionBar />
    </div>
  )
}

function SideRail() {
  const { t } = useText()
  const user = useUser()
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky top-0 hidden h-dvh flex-col gap-1.5 border-line border-e bg-surface px-4 py-6 lg:flex"
    >
      <StudioLink to={HOME_PATH} className="mb-6 rounded-lg px-3">
        <Logo name="Studio" />
      </StudioLink>
      <Sections className="flex min-h-12 items-center gap-3.5 rounded-control px-3.5 font-bold text-ink-2 hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary" />
      <div className="mt-auto grid gap-1.5">
        <a
          href="/"
          className="flex min-h-11 items-center gap-3 rounded-control px-3.5 text-[15px] font-bold text-ink-2 hover:bg-sunken"
        >
          <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden="true" />
          {t('nav.app')}
        </a>
        <div className="flex items-center gap-3 rounded-control p-2.5">
          <Avatar name={user.username} url={user.profileImageUrl} />
          <span className="min-w-0">
            <span className="block truncate font-bold">{user.username}</span>
            <SignOutButton />
          </span>
        </div>
      </div>
    </nav>
  )
}

function TopBar() {
  const { t } = useText()
  const user = useUser()
  return (
    <header className="flex items-center gap-3 border-line border-b bg-surface px-5 pt-[max(8px,env(safe-area-inset-top))] pb-2 lg:hidden">
      <StudioLink to={HOME_PATH} className="me-auto rounded-lg">
        <Logo name="Studio" />
      </StudioLink>
      <SignOutButton />
      <a href="/" aria-label={t('nav.app')} className="grid size-11 place-items-center rounded-full">
        <Avatar name={user.username} url={user.profileImageUrl} size={36} />
      </a>
    </header>
  )
}

function SignOutButton() {
  const { t } = useText()
  return (
    <button
      type="button"
      onClick={() => void signOut()}
      className="min-h-11 rounded-lg text-sm font-semibold text-ink-2 hover:text-ink lg:min-h-6"
    >
      {t('shell.signOut')}
    </button>
  )
}

function Sections({ className }: { className: string }) {
  const { t } = useText()
  const current = sectionOf(useLocation().pathname)
  return sectionsOf(useUser().role).map(({ to, text, Icon }) => (
    <StudioLink
      key={to}
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={to === current ? 'page' : undefined}
      className={className}
    >
      <Icon size={22} strokeWidth={2.3} aria-hidden="true" />
      {t(text)}
    </StudioLink>
  ))
}
