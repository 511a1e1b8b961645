import { Ban } from 'lucide-react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionButton } from '../action/action-button.tsx'
import { useScreenText } from '../use-text.ts'
import type { ContestResults } from './contest-results.ts'

/** Cancels a contest, which gives the fees back and cannot be undone. */
export function ContestCancellation({ results: { contest, refundGems } }: { results: ContestResults }) {
  const { t, number } = useScreenText()
  const { id, title, participantCount } = contest
  return (
    <ActionButton
      opener={t('contests.cancel')}
      icon={<Ban size={17} aria-hidden="true" />}
      title={t('contests.cancelTitle', { title })}
      effect={t('contests.cancelEffect', { count: participantCount, fees: number(refundGems) })}
      label={t('contests.cancel')}
      done={t('contests.cancelled')}
      isDangerous
      typedName={title}
      input={{ id, participantCount }}
      send={(note, idempotencyKey) =>
        lyceum.call('POST /admin/contests/{id}/cancel', {
          path: { id },
          body: { note },
          idempotencyKey,
        })
      }
    />
  )
}
