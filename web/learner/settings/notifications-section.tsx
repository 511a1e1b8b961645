import { useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { PushSetting } from '../push/push-setting.tsx'
import { useScreenText } from '../use-text.ts'
import { ChannelTable } from './channel-table.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { SettingCard } from './setting-card.tsx'

const SAVE_AFTER_MS = 500
const READ = 'GET /notifications/preferences'

export default function NotificationsSection() {
  const { data, error, refetch } = useApi(READ)
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-80" />
      </>
    )
  return <Preferences stored={data.data} />
}

/** Changes are visible at once and saved together after a moment; an error keeps them and says why. */
function Preferences({ stored }: { stored: Api.NotificationPreferences }) {
  const { t } = useScreenText()
  const [shown, setShown] = useState(stored)
  const [isSaved, setSaved] = useState(false)
  const { error, errorOf, run } = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<() => void>(undefined)
  const newest = useRef(stored)
  /** One after the other: an older request that arrives later would undo a change. */
  const saving = useRef(Promise.resolve())
  const change = (changes: Partial<Api.NotificationPreferences>) => {
    const next = { ...shown, ...changes }
    newest.current = next
    setShown(next)
    setSaved(false)
    const send = async () => {
      if (next !== newest.current) return
      const body = { channels: next.channels, quietHours: next.quietHours }
      const isDone = await run(async () => {
        const answer = await lyceum.call('PUT /notifications/preferences', { body })
        queryClient.setQueryData(apiKey(READ), answer)
      })
      setSaved(isDone && next === newest.current)
    }
    const save = () => {
      unsaved.current = undefined
      saving.current = saving.current.then(send)
    }
    clearTimeout(timer.current)
    unsaved.current = save
    timer.current = setTimeout(save, SAVE_AFTER_MS)
  }
  // A change just before the screen is left is saved as well.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      unsaved.current?.()
    },
    [],
  )
  return (
    <>
      <PushSetting />
      <SettingCard title={t('preferences.channels')} text={t('preferences.channelsText')}>
        <ChannelTable channels={shown.channels} onChange={(channels) => change({ channels })} />
      </SettingCard>
      <SettingCard title={t('preferences.quietTitle')}>
        <QuietHours
          hours={shown.quietHours}
          timeZone={shown.timeZone}
          onChange={(quietHours) => change({ quietHours })}
          errorOf={errorOf}
        />
      </SettingCard>
      <FormError text={error} />
      <p role="status" className="min-h-6 text-sm font-bold text-good">
        {isSaved && t('settings.saved')}
      </p>
    </>
  )
}
