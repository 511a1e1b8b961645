import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ChipChoice } from '../../ui/components/chip-choice.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { useText } from '../use-text.ts'
import type { UserActionGiven } from './grant-dialog.tsx'

const DAY_MS = 86_400_000
const LENGTHS = ['30', '365', 'open', 'end'] as const
type Length = (typeof LENGTHS)[number]

/** Grants premium until a day, or ends the grant. A purchase of the user stays as it is. */
export function PremiumDialog({ user, isOpen, onClose }: UserActionGiven) {
  const { t, date } = useText()
  const [length, setLength] = useState<Length>('30')
  // The day is chosen when the dialog is drawn, so that a retry sends the same one.
  const [opened] = useState(() => Date.now())
  const until =
    length === '30' || length === '365' ? new Date(opened + Number(length) * DAY_MS).toISOString() : null
  const path = { id: user.id }
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('premium.title', { name: user.username })}
      effect={
        length === 'end'
          ? t('premium.ends', { name: user.username })
          : until
            ? t('premium.until', {
                name: user.username,
                day: date(new Date(until), { dateStyle: 'long' }),
              })
            : t('premium.noEnd', { name: user.username })
      }
      label={length === 'end' ? t('premium.end') : t('premium.grant')}
      done={t('premium.done')}
      isDangerous={length === 'end'}
      needsReason={length !== 'end'}
      input={{ length, until }}
      fields={() => (
        <ChipChoice
          label={t('premium.length')}
          choices={LENGTHS.map((value) => ({ value, content: t(`premium.choice.${value}`) }))}
          chosen={length}
          onChoose={setLength}
        />
      )}
      send={(reason, idempotencyKey) =>
        length === 'end'
          ? lyceum.call('DELETE /admin/users/{id}/subscription', { path, idempotencyKey })
          : lyceum.call('PUT /admin/users/{id}/subscription', {
              path,
              body: { until, reason },
              idempotencyKey,
            })
      }
    />
  )
}
