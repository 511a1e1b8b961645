import { RotateCw } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { CodeText } from '../panel/code-text.tsx'
import { Panel } from '../panel/panel.tsx'
import { PanelRead } from '../panel/panel-read.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { EventTag } from './event-tag.tsx'

/** A received event with its body. A failed one can be replayed. */
export function EventPanel({ eventId, onClose }: { eventId: string | undefined; onClose: () => void }) {
  const { t } = useText()
  return (
    <Panel isOpen={eventId !== undefined} onClose={onClose} title={t('events.event')}>
      {eventId && <Read eventId={eventId} />}
    </Panel>
  )
}

function Read({ eventId }: { eventId: string }) {
  const event = useApi('GET /admin/inbox/events/{id}', { path: { id: eventId } })
  return <PanelRead query={event}>{(data) => <Details event={data} />}</PanelRead>
}

function Details({ event }: { event: Api.WebhookEventDetail }) {
  const { role } = useUser()
  const { t, number } = useText()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <EventTag status={event.status} />
        {event.status === 'DEAD' && role === 'ADMIN' && <Replay event={event} />}
      </div>
      {event.note && (
        <p
          dir="auto"
          className={`rounded-control p-3.5 font-semibold ${event.status === 'DEAD' ? 'bg-bad-soft text-bad' : 'bg-sunken'}`}
        >
          {event.note}
        </p>
      )}
      <Properties
        properties={[
          [t('events.source'), event.source],
          [t('events.attempts'), number(event.attempts)],
          [t('events.received'), <Moment key="at" at={event.receivedAt} />],
          [t('events.processed'), event.processedAt && <Moment key="done" at={event.processedAt} />],
          [
            t('users.user'),
            event.userId && (
              <ConsoleLink
                key="user"
                to={userPath(event.userId)}
                className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
              >
                {t('orders.openUser')}
              </ConsoleLink>
            ),
          ],
          [t('events.id'), <CopyText key="id" text={event.eventId} />],
        ]}
      />
      <CodeText label={t('events.body')} text={event.body ?? t('events.erased')} />
    </>
  )
}

function Replay({ event }: { event: Api.WebhookEventDetail }) {
  const { t } = useText()
  return (
    <ActionButton
      opener={t('events.replay')}
      icon={<RotateCw size={17} aria-hidden="true" />}
      title={t('events.replayTitle')}
      effect={t('events.replayEffect', { source: event.source, count: event.attempts })}
      label={t('events.replay')}
      done={t('events.replayed')}
      input={{ id: event.id }}
      send={(reason, idempotencyKey) =>
        lyceum.call('POST /admin/inbox/dead-letters/{id}/replay', {
          path: { id: event.id },
          body: { reason },
          idempotencyKey,
        })
      }
    />
  )
}
