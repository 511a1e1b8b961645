import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useKept } from '../frame/use-kept.ts'
import { useText } from '../use-text.ts'

type Decision = 'PASSED' | 'NEEDS_REVISION'

/** Passes the project or asks for changes. A decision is final, so it is asked for twice. */
export function DecisionForm({ submission: { id } }: { submission: Api.QueuedSubmission }) {
  const { t } = useText()
  const submit = useSubmit()
  const { value: reason, setValue: setReason, forget } = useKept(`decision.${id}`, '')
  const [asked, setAsked] = useState<Decision>()
  const decide = async (decision: Decision) => {
    try {
      const body = { decision, reason: reason.trim() }
      await lyceum.call('POST /admin/submissions/{id}/decision', { path: { id }, body })
      forget()
      showToast(t(`review.done.${decision}`))
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['GET /admin/submissions'] })
    }
  }
  const isReady = reason.trim() !== ''
  return (
    <form className="mt-5 grid gap-4 border-line border-t pt-5" onSubmit={(event) => event.preventDefault()}>
      <TextArea
        label={t('review.reason')}
        hint={t('review.reasonHint')}
        error={submit.errorOf('reason')}
        rows={3}
        maxLength={2_000}
        dir="auto"
        value={reason}
        onChange={({ target }) => {
          setReason(target.value)
          setAsked(undefined)
        }}
      />
      <FormError text={submit.error} />
      {asked ? (
        <div role="alert" className="grid gap-3">
          <p className="font-semibold">{t(`review.ask.${asked}`)}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              {t('action.cancel')}
            </Button>
            <Button
              variant={asked === 'PASSED' ? 'good' : 'primary'}
              isPending={submit.isPending}
              onClick={() => void submit.run(() => decide(asked))}
            >
              {t('review.confirm')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={!isReady} onClick={() => setAsked('NEEDS_REVISION')}>
            {t('review.NEEDS_REVISION')}
          </Button>
          <Button variant="good" disabled={!isReady} onClick={() => setAsked('PASSED')}>
            {t('review.PASSED')}
          </Button>
        </div>
      )}
    </form>
  )
}
