import { Link } from '@tanstack/react-router'
import { CheckCheck, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { useInboxActions } from '../notifications/inbox-actions.ts'
import { InboxPage } from '../notifications/inbox-page.tsx'
import { useUnread } from '../notifications/unread-store.ts'
import { useScreenText } from '../use-text.ts'

export default function Notifications() {
  const { t } = useScreenText()
  const unread = useUnread()
  const { markAllRead } = useInboxActions()
  const [pages, setPages] = useState([1])
  const [unreadOnly, setUnreadOnly] = useState(false)
  return (
    <div className="mx-auto max-w-2xl animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <div className="mt-1 flex items-center justify-between gap-3">
        <h1 className="text-[27px] lg:text-[34px]">{t('notifications.title')}</h1>
        <Link
          to="/settings/$section"
          params={{ section: 'notifications' }}
          aria-label={t('notifications.settings')}
          className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
        >
          <SlidersHorizontal size={22} aria-hidden="true" />
        </Link>
      </div>
      <div className="my-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex gap-2">
          <legend className="sr-only">{t('notifications.filter')}</legend>
          {[false, true].map((only) => (
            <button
              key={String(only)}
              type="button"
              aria-pressed={unreadOnly === only}
              onClick={() => {
                setUnreadOnly(only)
                setPages([1])
              }}
              className="min-h-11 rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
            >
              {only ? t('notifications.unread') : t('notifications.all')}
            </button>
          ))}
        </fieldset>
        {unread > 0 && (
          <Button
            variant="ghost"
            size="small"
            className="min-h-11"
            icon={<CheckCheck size={18} aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              // The button disappears.
              currentTarget.parentElement!.querySelector<HTMLElement>('[aria-pressed=true]')!.focus()
              void markAllRead()
            }}
          >
            {t('notifications.markAll')}
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {pages.map((page) => (
          <InboxPage
            key={`${unreadOnly} ${page}`}
            page={page}
            unreadOnly={unreadOnly}
            isLast={page === pages.length}
            onMore={() => setPages([...pages, page + 1])}
          />
        ))}
      </div>
    </div>
  )
}
