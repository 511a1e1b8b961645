import { CircleCheck, CornerUpLeft } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ActionButton } from '../action/action-button.tsx'
import { useText } from '../use-text.ts'

/** Passes a project, or returns it to the learner. A decision is final. */
export function DecisionActions({ submission }: { submission: Api.QueuedSubmission }) {
  const { t } = useText()
  const decide = (decision: 'PASSED' | 'NEEDS_REVISION') => (reason: string, idempotencyKey: string) =>
    lyceum.call('POST /admin/submissions/{id}/decision', {
      path: { id: submission.id },
      body: { decision, reason },
      idempotencyKey,
    })
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        opener={t('submissions.pass')}
        icon={<CircleCheck size={17} aria-hidden="true" />}
        title={t('submissions.passTitle')}
        effect={t('submissions.passEffect')}
        label={t('submissions.pass')}
        done={t('submissions.decided')}
        input={{ decision: 'PASSED' }}
        send={decide('PASSED')}
      />
      <ActionButton
        opener={t('submissions.return')}
        icon={<CornerUpLeft size={17} className="rtl:-scale-x-100" aria-hidden="true" />}
        title={t('submissions.returnTitle')}
        effect={t('submissions.returnEffect')}
        label={t('submissions.return')}
        done={t('submissions.decided')}
        isDangerous
        input={{ decision: 'NEEDS_REVISION' }}
        send={decide('NEEDS_REVISION')}
      />
    </div>
  )
}
