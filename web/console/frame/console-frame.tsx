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
import { ConsoleLink } from './console-link.tsx'
import { ScreenRefused } from './screen-states.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SectionBar } from './section-bar.tsx'
import { groupsOf, mayOpen, STAFF_ROLES, sectionOf } from './sections.ts'
import { TopSearch } from './top-search.tsx'
import { useScreenKeys } from './use-screen-keys.ts'

/** The console for staff; others see who may use it. */
export function ConsoleFrame() {
  const { t } = useText()
  const session = useSession()
  const isStaff = session.status === 'in' && STAFF_ROLES.some((role) => role === session.user.role)
  if (isStaff) return <StaffFrame />
  return (
    <StaffShell name="Console" roles={STAFF_ROLES} refusal={t('console.refusal')}>
      {null}
    </StaffShell>
  )
}

/** Rail at the side on a wide screen, bar below on a phone, search above, and the screen between them. */
function StaffFrame() {
  const { t } = useText()
  const { role } = useUser()
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
  return (
    <div className="lg:grid lg:grid-cols-[212px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-24 rounded-control bg-primary px-4 py-3 font-bold text-on-primary focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <SideRail />
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex items-center gap-3 border-line border-b bg-bg px-4 pt-[max(8px,env(safe-area-inset-top))] pb-2 lg:px-8 lg:py-3">
          <TopSearch />
          <RoleNote />
        </header>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto min-h-[80dvh] w-full max-w-[1280px] px-4 pt-5 pb-[calc(104px+env(safe-area-inset-bottom))] outline-none lg:px-8 lg:pb-16"
        >
          {isRefused ? <SecondFactor /> : mayOpen(role, pathname) ? <Outlet /> : <ScreenRefused />}
        </main>
      </div>
      <SectionBar />
    </div>
  )
}

function SideRail() {
  const { t } = useText()
  const user = useUser()
  const current = sectionOf(useLocation().pathname)
  const list = useRef<HTMLDivElement>(null)
  // The rail is longer than a low screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current section has moved.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky top-0 hidden h-dvh flex-col border-line border-e bg-surface px-3 py-4 lg:flex"
    >
      <ConsoleLink to={HOME_PATH} className="mb-3 rounded-lg px-3">
        <Logo name="Console" />
      </ConsoleLink>
      {/* The keyboard scrolls it by the links in it. */}
      <div ref={list} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 [scrollbar-width:thin]">
        {groupsOf(user.role).map(({ group, sections }) => (
          <div key={group ?? 'first'} className="mb-2.5">
            {group && (
              <h2 id={`rail-${group}`} className="px-3 pb-1 text-[13px] font-bold tracking-normal text-ink-3">
                {t(`nav.group.${group}`)}
              </h2>
            )}
            <ul aria-labelledby={group && `rail-${group}`}>
              {sections.map(({ to, text, Icon }) => (
                <li key={to}>
                  <ConsoleLink
                    to={to}
                    activeOptions={{ exact: true, includeSearch: false }}
                    aria-current={to === current ? 'page' : undefined}
                    className="flex min-h-9 items-center gap-3 rounded-[11px] px-3 text-[15px] font-bold leading-tight text-ink-2 hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
                  >
                    <Icon size={18} strokeWidth={2.2} className="flex-none" aria-hidden="true" />
                    {t(text)}
                  </ConsoleLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="grid gap-0.5 border-line border-t pt-2">
        <a
          href="/"
          className="flex min-h-11 items-center gap-3 rounded-[11px] px-3 text-[15px] font-bold text-ink-2 hover:bg-sunken"
        >
          <ArrowLeft size={19} className="rtl:rotate-180" aria-hidden="true" />
          {t('nav.app')}
        </a>
        <div className="flex items-center gap-3 px-3 py-1.5">
          <Avatar name={user.username} url={user.profileImageUrl} size={34} />
          <span className="min-w-0">
            <span className="block truncate text-[15px] font-bold">{user.username}</span>
            <button
              type="button"
              onClick={() => void signOut()}
              className="min-h-6 rounded-lg text-sm font-semibold text-ink-2 hover:text-ink"
            >
              {t('shell.signOut')}
            </button>
          </span>
        </div>
      </div>
    </nav>
  )
}

/** Reminds which rights the actions have. */
function RoleNote() {
  const { t } = useText()
  const { role } = useUser()
  return (
    <span className="flex-none rounded-full bg-primary-soft px-3 py-1.5 text-[13px] font-bold leading-none text-primary">
      {t(`role.${role}`)}
    </span>
  )
}
