import { useNavigate } from '@tanstack/react-router'
import { Check, Trash2 } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { useScreenText } from '../use-text.ts'
import { useInboxActions } from './inbox-actions.ts'
import { NotificationIcon } from './notification-icon.tsx'
import { notificationPath } from './notification-link.ts'

const BUTTON =
  'grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken focus-visible:-outline-offset-3'

interface Given {
  notification: Api.Notification
  /** The list shows only what is unread, so a notification that is read leaves it. */
  unreadOnly: boolean
}

/** A notification. Its text opens the page that it is about, and marks it read. */
export function NotificationRow({ notification, unreadOnly }: Given) {
  const { t, locale } = useScreenText()
  const navigate = useNavigate()
  const { markRead, remove } = useInboxActions()
  const { id, title, body, type, isRead, createdAt, link } = notification
  const path = notificationPath(link)
  const open = () => {
    if (!isRead) void markRead(id)
    if (path) void navigate({ to: path })
  }
  return (
    <li
      className={`flex items-start gap-3 border-line p-3 not-first:border-t sm:px-4 ${isRead ? '' : 'bg-primary-soft/40'}`}
    >
      <NotificationIcon type={type} />
      <div className="min-w-0 flex-1 pt-0.5">
        <h2 className="text-[16px] leading-snug tracking-normal">
          {path ? (
            <button
              type="button"
              onClick={open}
              className="min-h-6 text-start underline-offset-4 hover:underline"
            >
              <bdi>{title}</bdi>
            </button>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        <p className="mt-0.5 text-[15px] text-ink-2">
          <bdi>{body}</bdi>
        </p>
        <p className="mt-1 text-[13px] text-ink-2">
          {!isRead && <span className="font-bold text-primary">{t('notifications.new')} · </span>}
          <time dateTime={createdAt}>{relativeTime(locale, new Date(createdAt))}</time>
        </p>
      </div>
      <div className="flex flex-none max-sm:flex-col">
        {!isRead && (
          <button
            type="button"
            aria-label={t('notifications.markRead', { title })}
            onClick={({ currentTarget }) => {
              if (unreadOnly) focusNextRow(currentTarget)
              else (currentTarget.nextElementSibling as HTMLElement).focus()
              void markRead(id)
            }}
            className={BUTTON}
          >
            <Check size={20} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          aria-label={t('notifications.delete', { title })}
          onClick={({ currentTarget }) => {
            focusNextRow(currentTarget)
            void remove(id)
          }}
          className={BUTTON}
        >
          <Trash2 size={19} aria-hidden="true" />
        </button>
      </div>
    </li>
  )
}

/** The row of the button is about to leave: the next one takes the focus, or the one before, or the screen. */
function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li')!
  const next = row.nextElementSibling ?? row.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>(':scope > div:last-child > button:last-child') ??
    document.getElementById('main')
  target?.focus({ preventScroll: !next })
}
