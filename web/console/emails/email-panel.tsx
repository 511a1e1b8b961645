import { Send } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionButton } from '../action/action-button.tsx'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { useScreenText } from '../use-text.ts'
import { EmailTag } from './email-tag.tsx'

/** A mail without its body, which may have a code. */
export function EmailPanel({ mail, onClose }: { mail: Api.AdminEmail | undefined; onClose: () => void }) {
  const { t, number } = useScreenText()
  const { role } = useUser()
  return (
    <Panel isOpen={mail !== undefined} onClose={onClose} title={mail?.subject ?? ''}>
      {mail && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <EmailTag state={mail.state} />
            {role === 'ADMIN' && <Resending mail={mail} />}
          </div>
          {mail.lastError && (
            <div className="rounded-control bg-bad-soft p-3.5 text-bad">
              <h3 className="text-[15px] tracking-normal">{t('emails.reason')}</h3>
              <p dir="auto" className="mt-1 break-words font-semibold">
                {mail.lastError}
              </p>
              {mail.state === 'FAILED' && <p className="mt-1">{t('emails.again')}</p>}
            </div>
          )}
          <Properties
            properties={[
              [t('emails.recipient'), <CopyText key="recipient" text={mail.recipient} />],
              [t('emails.attempts'), number(mail.attempts)],
              [t('emails.created'), <Moment key="created" at={mail.createdAt} />],
              [t('emails.sent'), mail.sentAt && <Moment key="sent" at={mail.sentAt} />],
            ]}
          />
        </>
      )}
    </Panel>
  )
}

function Resending({ mail: { id, state, recipient } }: { mail: Api.AdminEmail }) {
  const { t } = useScreenText()
  return (
    <ActionButton
      opener={t('emails.resend')}
      icon={<Send size={17} aria-hidden="true" />}
      title={t('emails.resendTitle')}
      effect={t(state === 'SENT' ? 'emails.resendCopy' : 'emails.resendNow', { recipient })}
      label={t('emails.resend')}
      done={t('emails.resent')}
      input={{ id, state }}
      send={(reason, idempotencyKey) =>
        lyceum.call('POST /admin/emails/{id}/resend', { path: { id }, body: { reason }, idempotencyKey })
      }
    />
  )
}
