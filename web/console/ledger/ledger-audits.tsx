import { CircleCheck, CircleX, LoaderCircle, Play } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { replaces } from '../frame/replaces.ts'
import { Tag } from '../panel/tag.tsx'
import { Moment } from '../panel/time.tsx'
import { useScreenText } from '../use-text.ts'
import { Nothing, Section } from '../user/section.tsx'

/** The audits of the ledger: whether every balance is the sum of its entries. The newest is shown, the others open. */
export function LedgerAudits() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /admin/ledger/audits')
  const [newest, ...older] = data?.data ?? []
  return (
    <Section
      title={t('ledgerAudit.title')}
      end={
        <ActionButton
          opener={t('ledgerAudit.run')}
          icon={<Play size={17} aria-hidden="true" />}
          title={t('ledgerAudit.runTitle')}
          effect={t('ledgerAudit.effect')}
          label={t('ledgerAudit.run')}
          done={t('ledgerAudit.started')}
          needsReason={false}
          input={newest?.id ?? 'first'}
          send={(_, idempotencyKey) => lyceum.call('POST /admin/ledger/audits', { idempotencyKey })}
        />
      }
    >
      {replaces(error, data) ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="p-4">
          <LoadingNote />
          <Skeleton className="h-13" />
        </div>
      ) : !newest ? (
        <Nothing>{t('ledgerAudit.none')}</Nothing>
      ) : (
        <>
          <ul>
            <AuditRow audit={newest} />
          </ul>
          {older.length > 0 && (
            <details className="border-line border-t">
              <summary className="inline-flex min-h-11 cursor-pointer items-center px-4 text-sm font-bold text-primary">
                {t('ledgerAudit.older', { count: older.length })}
              </summary>
              <ul className="border-line border-t">
                {older.map((audit) => (
                  <AuditRow key={audit.id} audit={audit} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Section>
  )
}

const LOOKS = {
  RUNNING: { tone: 'primary', Icon: LoaderCircle },
  PASSED: { tone: 'good', Icon: CircleCheck },
  FAILED: { tone: 'bad', Icon: CircleX },
} as const

function AuditRow({ audit }: { audit: Api.LedgerAudit }) {
  const { t } = useScreenText()
  const { tone, Icon } = LOOKS[audit.status]
  return (
    <li className="grid gap-2 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Tag tone={tone}>
          <Icon size={14} aria-hidden="true" />
          {t(`ledgerAudit.${audit.status}`)}
        </Tag>
        <span className="text-sm text-ink-2">
          <Moment at={audit.finishedAt ?? audit.requestedAt} />
        </span>
      </div>
      {audit.checked && (
        <p className="text-[15px] tabular-nums">
          {t('ledgerAudit.checked', {
            transfers: audit.checked.transfers,
            entries: audit.checked.entries,
            accounts: audit.checked.accounts,
          })}
        </p>
      )}
      {audit.faults.length > 0 && (
        <ul className="grid list-disc gap-1 rounded-control bg-bad-soft p-3.5 ps-8 text-[15px] font-semibold text-bad">
          {audit.faults.map((fault) => (
            <li key={fault} className="break-words">
              {fault}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
