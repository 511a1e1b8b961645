import { CircleCheck, CircleX, LoaderCircle, Play } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ActionButton } from '../action/action-button.tsx'
import { ListBody } from '../list/list-body.tsx'
import { Tag } from '../panel/tag.tsx'
import { Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'

/** The audits of the ledger: whether every balance is the sum of its entries. */
export default function Ledger() {
  const { t } = useText()
  const audits = useApi('GET /admin/ledger/audits')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-[25px] lg:text-[29px]">{t('nav.ledger')}</h1>
        <ActionButton
          opener={t('ledgerAudit.run')}
          icon={<Play size={17} aria-hidden="true" />}
          title={t('ledgerAudit.runTitle')}
          effect={t('ledgerAudit.effect')}
          label={t('ledgerAudit.run')}
          done={t('ledgerAudit.started')}
          needsReason={false}
          input={audits.data?.data[0]?.id ?? 'first'}
          send={(_, idempotencyKey) => lyceum.call('POST /admin/ledger/audits', { idempotencyKey })}
        />
      </div>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('ledgerAudit.text')}</p>
      <div className="mt-5">
        <ListBody
          query={audits}
          empty={{ title: t('ledgerAudit.none') }}
          isFiltered={false}
          onClear={() => undefined}
          onPage={() => undefined}
        >
          {(rows) => (
            <ul className="grid gap-3">
              {rows.map((audit) => (
                <AuditRow key={audit.id} audit={audit} />
              ))}
            </ul>
          )}
        </ListBody>
      </div>
    </>
  )
}

const LOOKS = {
  RUNNING: { tone: 'primary', Icon: LoaderCircle },
  PASSED: { tone: 'good', Icon: CircleCheck },
  FAILED: { tone: 'bad', Icon: CircleX },
} as const

function AuditRow({ audit }: { audit: Api.LedgerAudit }) {
  const { t } = useText()
  const { tone, Icon } = LOOKS[audit.status]
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
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
