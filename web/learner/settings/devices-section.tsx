import { useState } from 'react'
import { faultText } from '../../ui/api/describe-fault.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'
import { DeviceRow } from './device-row.tsx'

/** The devices that are signed in. The service has no request for "all others", so each is ended by its own. */
export default function DevicesSection() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /auth/sessions')
  const [ending, setEnding] = useState<readonly string[]>([])
  const end = async (ids: string[]) => {
    setEnding(ids)
    const results = await Promise.allSettled(
      ids.map((id) => lyceum.call('DELETE /auth/sessions/{id}', { path: { id } })),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) showToast(faultText(failed.reason, t), 'bad')
    else showToast(t('devices.ended'))
    await refetch()
    setEnding([])
  }
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-3">
        <LoadingNote />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  const sessions = data.data.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const others = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  return (
    <>
      <p className="-mt-2 mb-4 text-ink-2">{t('devices.text')}</p>
      <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {sessions.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isEnding={ending.includes(session.id)}
            onEnd={() => void end([session.id])}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          variant="secondary"
          className="mt-4"
          isWide
          isPending={ending.length > 0 && ending.length === others.length}
          onClick={() => void end(others)}
        >
          {t('devices.endOthers')}
        </Button>
      )}
    </>
  )
}
