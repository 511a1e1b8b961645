import { useEffect } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { useScreenText } from '../use-text.ts'
import { NotificationRow } from './notification-row.tsx'
import { unreadStore } from './unread-store.ts'

const LIMIT = 20

interface Given {
  page: number
  unreadOnly: boolean
  isLast: boolean
  onMore: () => void
}

/** One page of the inbox; the last shown page has the button for the next. */
export function InboxPage({ page, unreadOnly, isLast, onMore }: Given) {
  const { t } = useScreenText()
  const query = { page, limit: LIMIT, ...(unreadOnly ? { unreadOnly: 'true' as const } : {}) }
  const { data, error, refetch } = useApi('GET /notifications', { query })
  const unread = data?.meta.unread
  useEffect(() => {
    if (unread !== undefined) unreadStore.set(unread)
  }, [unread])
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-2 p-3">
        <LoadingNote />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    )
  if (data.data.length === 0 && page === 1)
    return (
      <EmptyState mood="glad" title={unreadOnly ? t('notifications.allRead') : t('notifications.none')}>
        {t('notifications.noneText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="border-line [&+ul]:border-t">
        {data.data.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} unreadOnly={unreadOnly} />
        ))}
      </ul>
      {isLast && data.meta.total > page * LIMIT && (
        <Button variant="ghost" isWide onClick={onMore}>
          {t('action.more')}
        </Button>
      )}
    </>
  )
}
