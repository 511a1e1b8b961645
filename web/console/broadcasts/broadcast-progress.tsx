import { OctagonX } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import { languageName } from './language-name.ts'
import { PhonePreview } from './phone-preview.tsx'

/** A broadcast that is scheduled, being sent, or over: how far it is, and the stop. */
export function BroadcastProgress({ broadcast }: { broadcast: Api.Broadcast }) {
  const { t } = useText()
  const { sentCount, expectedCount, isExpectedCapped, status, sendAt, startedAt, finishedAt } = broadcast
  const isRunning = status === 'SCHEDULED' || status === 'SENDING'
  const isAdmin = useUser().role === 'ADMIN'
  const share = status === 'SENT' ? 100 : Math.min(99, (sentCount / Math.max(1, expectedCount ?? 1)) * 100)
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <section className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card">
          <h2 className="text-[19px]">{t('broadcasts.progress')}</h2>
          <p aria-live="polite" className="text-[17px] font-bold tabular-nums">
            {t('broadcasts.sentCount', { count: sentCount })}
          </p>
          {expectedCount !== null && !isExpectedCapped && status !== 'DRAFT' && (
            <>
              <ProgressBar value={share} label={t('broadcasts.progress')} />
              <p className="text-sm text-ink-2">{t('broadcasts.expected', { count: expectedCount })}</p>
            </>
          )}
          {isRunning && isAdmin && <StopButton broadcast={broadcast} />}
        </section>
        <Properties
          properties={[
            [t('broadcasts.sendAt'), sendAt && <Moment key="sendAt" at={sendAt} />],
            [t('broadcasts.startedAt'), startedAt && <Moment key="startedAt" at={startedAt} />],
            [t('broadcasts.finishedAt'), finishedAt && <Moment key="finishedAt" at={finishedAt} />],
            [t('broadcasts.type'), t(`broadcasts.type.${broadcast.type}`)],
            [t('broadcasts.segment'), <SegmentText key="segment" broadcast={broadcast} />],
            [t('broadcasts.rate'), broadcast.messagesPerSecond],
            [t('broadcasts.link'), <bdi key="link">{broadcast.link}</bdi>],
          ]}
        />
      </div>
      <PhonePreview
        type={broadcast.type}
        texts={broadcast.texts}
        fallbackLanguage={broadcast.fallbackLanguage}
      />
    </div>
  )
}

function StopButton({ broadcast: { id, name, sentCount } }: { broadcast: Api.Broadcast }) {
  const { t } = useText()
  return (
    <div>
      <ActionButton
        opener={t('broadcasts.stop')}
        icon={<OctagonX size={17} aria-hidden="true" />}
        title={t('broadcasts.stopTitle', { name })}
        effect={t('broadcasts.stopEffect', { count: sentCount })}
        label={t('broadcasts.stop')}
        done={t('broadcasts.stopped')}
        isDangerous
        needsReason={false}
        input={{ id }}
        send={(_, idempotencyKey) =>
          lyceum.call('POST /admin/broadcasts/{id}/stop', { path: { id }, idempotencyKey })
        }
      />
    </div>
  )
}

function SegmentText({ broadcast: { segment } }: { broadcast: Api.Broadcast }) {
  const { t, locale } = useText()
  const { languages, countries, roles, isPremium, activeWithinDays, inactiveForDays, course } = segment
  const parts = [
    languages?.map((language) => languageName(language, locale)).join(', '),
    countries?.join(', '),
    roles?.map((role) => t(`role.${role}`)).join(', '),
    isPremium === undefined ? undefined : t(`broadcasts.premium.${isPremium ? 'yes' : 'no'}`),
    activeWithinDays && t('broadcasts.activeDays', { count: activeWithinDays }),
    inactiveForDays && t('broadcasts.inactiveDays', { count: inactiveForDays }),
    course && `${t(`broadcasts.course.${course.state}`)}: ${course.id}`,
  ].filter(Boolean)
  return <span className="break-words">{parts.join(' · ') || t('broadcasts.everybody')}</span>
}
