import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { BroadcastEditor } from '../broadcasts/broadcast-editor.tsx'
import { BroadcastProgress } from '../broadcasts/broadcast-progress.tsx'
import { BroadcastTag } from '../broadcasts/broadcast-tag.tsx'
import { ConsoleLink, useSegment } from '../frame/console-link.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { BROADCASTS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'

/** The progress of a broadcast is read again this often while it is being sent. */
const PROGRESS_MS = 1_000

/** The editor of a draft, or the progress of a broadcast that was sent. */
export default function Broadcast() {
  const id = useSegment('broadcastId')
  return id === 'new' ? <NewBroadcast /> : <StoredBroadcast key={id} id={id} />
}

function NewBroadcast() {
  const { t } = useText()
  return (
    <>
      <Header title={t('broadcasts.new')} />
      <BroadcastEditor stored={undefined} />
    </>
  )
}

function StoredBroadcast({ id }: { id: string }) {
  const isAdmin = useUser().role === 'ADMIN'
  const { data, error, refetch } = useApi('GET /admin/broadcasts/{id}', { path: { id } })
  const broadcast = data?.data
  const isRunning = broadcast?.status === 'SCHEDULED' || broadcast?.status === 'SENDING'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), PROGRESS_MS)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  // An error while the progress is read again does not hide what is known.
  if (error && !broadcast) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!broadcast) return <ScreenLoading />
  return (
    <>
      <Header title={broadcast.name} status={broadcast.status} />
      {broadcast.status === 'DRAFT' && isAdmin ? (
        <BroadcastEditor stored={broadcast} />
      ) : (
        <BroadcastProgress broadcast={broadcast} />
      )}
    </>
  )
}

function Header({ title, status }: { title: string; status?: Api.Broadcast['status'] }) {
  const { t } = useText()
  return (
    <header>
      <ConsoleLink
        to={BROADCASTS_PATH}
        className="-ms-1 inline-flex min-h-11 items-center gap-1 rounded-lg pe-2 text-sm font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={18} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.broadcasts')}
      </ConsoleLink>
      <div className="flex flex-wrap items-center gap-3">
        <h1 dir="auto" className="min-w-0 break-words text-[25px] lg:text-[29px]">
          {title}
        </h1>
        {status && <BroadcastTag status={status} />}
      </div>
    </header>
  )
}
