import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { Switch } from '../../ui/components/switch.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'
import { durationText } from './duration-text.ts'

interface Given {
  broadcast: Api.Broadcast
  recipients: { count: number; isCapped: boolean }
}

/** Sends a draft, now or later. The name is typed: a message to many users cannot be taken back. */
export function SendDialog({ broadcast: { id, name, version, messagesPerSecond }, recipients }: Given) {
  const { t, locale } = useText()
  const [isLater, setLater] = useState(false)
  const [time, setTime] = useState('')
  const sendAt = isLater && time ? new Date(time).toISOString() : undefined
  const { count, isCapped } = recipients
  const duration = durationText(Math.ceil(count / messagesPerSecond), locale)
  return (
    <ActionButton
      opener={t('broadcasts.send')}
      icon={<Send size={17} aria-hidden="true" />}
      title={t('broadcasts.sendTitle')}
      effect={t(isCapped ? 'broadcasts.sendEffectCapped' : 'broadcasts.sendEffect', {
        count,
        duration,
      })}
      label={t(isLater ? 'broadcasts.schedule' : 'broadcasts.sendNow')}
      done={t('broadcasts.started')}
      isDangerous
      needsReason={false}
      typedName={name}
      input={isLater && !sendAt ? undefined : { version, sendAt }}
      fields={(submit) => (
        <>
          <Switch label={t('broadcasts.later')} isOn={isLater} onChange={setLater} />
          {isLater && (
            <TextField
              type="datetime-local"
              label={t('broadcasts.time')}
              hint={Intl.DateTimeFormat().resolvedOptions().timeZone}
              error={submit.errorOf('sendAt')}
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
        </>
      )}
      send={(_, idempotencyKey) =>
        lyceum.call('POST /admin/broadcasts/{id}/send', {
          path: { id },
          body: { version, confirmName: name, ...(sendAt ? { sendAt } : {}) },
          idempotencyKey,
        })
      }
    />
  )
}
