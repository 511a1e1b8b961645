import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'

/** Closes a report. A decision is final; what is done about the target is another action. */
export function ReportActions({ report }: { report: Api.Report }) {
  const { t } = useText()
  const decide = (decision: 'ACTED' | 'DISMISSED') => (note: string, idempotencyKey: string) =>
    lyceum.call('POST /admin/reports/{id}/decision', {
      path: { id: report.id },
      body: { decision, note },
      idempotencyKey,
    })
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        opener={t('reports.act')}
        icon={<CircleCheck size={17} aria-hidden="true" />}
        title={t('reports.actTitle')}
        effect={t('reports.actEffect')}
        label={t('reports.act')}
        done={t('submissions.decided')}
        input={{ decision: 'ACTED' }}
        send={decide('ACTED')}
      />
      <ActionButton
        opener={t('reports.dismiss')}
        icon={<CircleSlash size={17} aria-hidden="true" />}
        title={t('reports.dismissTitle')}
        effect={t('reports.dismissEffect')}
        label={t('reports.dismiss')}
        done={t('submissions.decided')}
        input={{ decision: 'DISMISSED' }}
        send={decide('DISMISSED')}
      />
    </div>
  )
}
