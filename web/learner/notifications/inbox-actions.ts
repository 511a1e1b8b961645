import { faultText } from '../../ui/api/describe-fault.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'
import { unreadStore } from './unread-store.ts'
import { refreshUnread } from './watch-inbox.ts'

interface Inbox {
  data: { id: string; isRead: boolean }[]
  meta: { unread: number }
}
const INBOX = { queryKey: ['GET /notifications'] }

/** Changes the inbox on the screen at once; if the service refuses, the inbox is read again and the reason shown. */
export function useInboxActions() {
  const { t } = useScreenText()
  const change = async (edit: (inbox: Inbox) => Inbox, request: () => Promise<unknown>) => {
    queryClient.setQueriesData<Inbox>(INBOX, (inbox) => inbox && edit(inbox))
    try {
      await request()
    } catch (fault) {
      showToast(faultText(fault, t), 'bad')
    }
    await Promise.all([queryClient.invalidateQueries(INBOX), refreshUnread()])
  }
  return {
    markRead: (id: string) =>
      change(
        (inbox) => ({
          ...inbox,
          data: inbox.data.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
        }),
        () => lyceum.call('PATCH /notifications/{id}/read', { path: { id } }),
      ),
    markAllRead: () => {
      unreadStore.set(0)
      return change(
        (inbox) => ({
          data: inbox.data.map((one) => ({ ...one, isRead: true })),
          meta: { ...inbox.meta, unread: 0 },
        }),
        () => lyceum.call('POST /notifications/read-all'),
      )
    },
    remove: (id: string) =>
      change(
        (inbox) => ({ ...inbox, data: inbox.data.filter((one) => one.id !== id) }),
        () => lyceum.call('DELETE /notifications/{id}', { path: { id } }),
      ),
  }
}
