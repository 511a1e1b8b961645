import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../ui/brand/logo.tsx'
import { Avatar } from '../../ui/components/avatar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useUnread } from '../notifications/unread-store.ts'
import { useText } from '../use-text.ts'
import { TABS, tabAbove } from './tabs.ts'

/** Tab bar below on a phone, rail at the side on a wide screen, and the screen between them. */
export function AppFrame({ children }: { children?: ReactNode }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen reader goes on at the new screen.
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname])
  return (
    <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-24 rounded-control bg-primary px-4 py-3 font-bold text-on-primary focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <SideRail />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-dvh w-full max-w-[1080px] px-5 pt-[max(20px,env(safe-area-inset-top))] pb-[calc(104px+env(safe-area-inset-bottom))] lg:px-10 lg:pt-9 lg:pb-16"
      >
        {children ?? <Outlet />}
      </main>
      <TabBar />
    </div>
  )
}

function SideRail() {
  const { t } = useText()
  const above = tabAbove(useLocation().pathname)
  const user = useUser()
  return (
    <nav
      aria-label={t('nav.main')}
      className="sticky top-0 hidden h-dvh flex-col gap-1.5 border-line border-e bg-surface px-4 py-6 lg:flex"
    >
      <Link to="/" className="mb-5 rounded-lg px-3">
        <Logo />
      </Link>
      {TABS.map(({ to, text, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          aria-current={to === above ? 'page' : undefined}
          className="flex min-h-12 items-center gap-3.5 rounded-control px-3.5 font-bold text-ink-2 hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
        >
          <Icon size={22} strokeWidth={2.3} aria-hidden="true" />
          {t(text)}
          {to === '/me' && <UnreadMark />}
        </Link>
      ))}
      <Link to="/me" className="mt-auto flex items-center gap-3 rounded-control p-2.5 hover:bg-sunken">
        <Avatar name={user.username} url={user.profileImageUrl} />
        <span className="min-w-0">
          <span className="block truncate font-bold">{user.username}</span>
          <span className="block text-sm text-ink-2">{t('me.level', { level: user.level })}</span>
        </span>
      </Link>
    </nav>
  )
}

/** A dot on the tab that leads to the notifications, while one is unread. */
function UnreadMark({ className = '' }: { className?: string }) {
  const { t } = useText()
  const count = useUnread()
  if (count === 0) return null
  return (
    <span className={`size-2.5 rounded-full bg-bad ${className}`}>
      <span className="sr-only">{t('nav.unread', { count })}</span>
    </span>
  )
}

function TabBar() {
  const { t } = useText()
  const above = tabAbove(useLocation().pathname)
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-line border-t bg-surface px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {TABS.map(({ to, text, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          aria-current={to === above ? 'page' : undefined}
          className="flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control text-[12px] font-bold text-ink-3 max-[359px]:text-[11px] min-[400px]:text-[13px] aria-[current=page]:text-primary"
        >
          <span className="relative">
            <Icon size={24} strokeWidth={2.4} aria-hidden="true" />
            {to === '/me' && <UnreadMark className="absolute -end-1.5 -top-0.5" />}
          </span>
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}
