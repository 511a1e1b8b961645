import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { queryClient } from '../../../ui/api/query-client.ts'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { apiKey } from '../../../ui/api/use-api.ts'
import { Button } from '../../../ui/components/button.tsx'
import { callOnce } from '../../call-once.ts'
import { useScreenText } from '../../use-text.ts'
import { EntryFault } from '../entry-fault.tsx'

/** Join, start or continue, whichever is next. */
export function ContestAction({ contest }: { contest: Api.Contest }) {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const { id, status, entryFeeGems, maxDurationSeconds } = contest
  const { hasJoined, hasStarted, hasCompleted } = contest.userStatus
  const path = { id }
  const attempt = async (work: () => Promise<unknown>) => {
    setPending(true)
    setFault(undefined)
    await work().catch(setFault)
    setPending(false)
  }
  const join = () =>
    attempt(async () => {
      await callOnce('POST /user/contests/{id}/join', { path, body: {} })
      await refreshUser()
    })
  const start = () =>
    attempt(async () => {
      const started = await lyceum.call('POST /user/contests/{id}/start', { path })
      queryClient.setQueryData(apiKey('GET /user/contests/{id}/questions', { path }), started)
      void queryClient.invalidateQueries({ queryKey: ['GET /user/contests/{id}'] })
      await navigate({ to: '/play/contests/$contestId/attempt', params: { contestId: id } })
    })

  if (hasCompleted || status === 'ENDED' || status === 'SETTLED' || status === 'CANCELLED') return null
  if (!hasJoined)
    return (
      <div className="mt-5 grid gap-3">
        <EntryFault fault={fault} />
        <Button size="large" isWide isPending={isPending} onClick={() => void join()}>
          {entryFeeGems === 0
            ? t('contest.join')
            : t('contest.joinFor', { gems: t('reward.gems', { count: entryFeeGems }) })}
        </Button>
      </div>
    )
  if (status === 'UPCOMING')
    return (
      <p className="mt-5 rounded-card bg-good-soft p-4.5 font-bold text-good">{t('contest.joinedWait')}</p>
    )
  return (
    <div className="mt-5 grid gap-3">
      <EntryFault fault={fault} />
      <Button size="large" isWide isPending={isPending} onClick={() => void start()}>
        {hasStarted ? t('contest.continue') : t('contest.start')}
      </Button>
      {!hasStarted && maxDurationSeconds && (
        <p className="text-center text-sm text-ink-2">
          {t('contest.startNote', { minutes: Math.ceil(maxDurationSeconds / 60) })}
        </p>
      )}
    </div>
  )
}
