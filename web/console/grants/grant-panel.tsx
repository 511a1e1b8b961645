import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionButton } from '../action/action-button.tsx'
import { ConsoleLink } from '../frame/console-link.tsx'
import { Panel } from '../panel/panel.tsx'
import { Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { userPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { GrantTag } from './grant-tag.tsx'

interface Given {
  request: Api.GrantRequest | undefined
  onClose: () => void
}

/** A grant that needs approval, with its reason and the decision. */
export function GrantPanel({ request, onClose }: Given) {
  const { t } = useText()
  return (
    <Panel isOpen={request !== undefined} onClose={onClose} title={t('grants.request')}>
      {request && <Details request={request} />}
    </Panel>
  )
}

function Details({ request }: { request: Api.GrantRequest }) {
  const { t } = useText()
  const describe = useGrantValue()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <GrantTag status={request.status} />
        <span className="text-[19px] font-extrabold">{describe(request)}</span>
      </div>
      {request.status === 'PENDING' && <Decision request={request} />}
      <p
        dir="auto"
        className="whitespace-pre-line break-words rounded-card border border-line bg-surface p-4"
      >
        {request.reason ?? '–'}
      </p>
      <Properties
        properties={[
          [t('users.user'), <Person key="user" person={request.user} />],
          [t('grants.requester'), <Person key="requester" person={request.requester} />],
          [t('grants.requested'), <Moment key="requested" at={request.createdAt} />],
          [t('grants.expires'), <Moment key="expires" at={request.expiresAt} />],
          [t('grants.decidedBy'), request.decidedBy && <Person key="by" person={request.decidedBy} />],
          [t('reports.decided'), request.decidedAt && <Moment key="decided" at={request.decidedAt} />],
          [t('grants.decisionReason'), request.decisionReason],
        ]}
      />
    </>
  )
}

/** Approving needs independence of the requester; rejecting is open to every administrator. */
function Decision({ request }: { request: Api.GrantRequest }) {
  const { t } = useText()
  const describe = useGrantValue()
  const path = { id: request.id }
  const name = request.user.username ?? request.user.id
  const effect = { name, value: describe(request) }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {request.mayApprove && (
          <ActionButton
            opener={t('grants.approve')}
            icon={<CircleCheck size={17} aria-hidden="true" />}
            title={t('grants.approveTitle')}
            effect={t('grants.approveEffect', effect)}
            label={t('grants.approve')}
            done={t('submissions.decided')}
            isDangerous
            typedName={name}
            input={{ decision: 'approve' }}
            send={(reason, idempotencyKey) =>
              lyceum.call('POST /admin/grant-requests/{id}/approve', {
                path,
                body: { reason },
                idempotencyKey,
              })
            }
          />
        )}
        <ActionButton
          opener={t('grants.reject')}
          icon={<CircleSlash size={17} aria-hidden="true" />}
          title={t('grants.rejectTitle')}
          effect={t('grants.rejectEffect', effect)}
          label={t('grants.reject')}
          done={t('submissions.decided')}
          input={{ decision: 'reject' }}
          send={(reason, idempotencyKey) =>
            lyceum.call('POST /admin/grant-requests/{id}/reject', { path, body: { reason }, idempotencyKey })
          }
        />
      </div>
      {!request.mayApprove && <p className="text-ink-2">{t('grants.mayNotApprove')}</p>}
    </>
  )
}

function Person({ person: { id, username } }: { person: Api.GrantRequest['user'] }) {
  if (username === null) return <span>–</span>
  return (
    <ConsoleLink
      to={userPath(id)}
      className="inline-flex min-h-8 items-center text-primary underline underline-offset-3"
    >
      {username}
    </ConsoleLink>
  )
}

/** The amount with the name of its asset. */
export function useGrantValue() {
  const { t, number } = useText()
  return ({ amount, asset }: Pick<Api.GrantRequest, 'amount' | 'asset'>) =>
    `${number(amount)} ${t(`asset.${asset}`)}`
}
