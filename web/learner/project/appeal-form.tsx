import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { SettingCard } from '../settings/setting-card.tsx'
import { useScreenText } from '../use-text.ts'

/** Asks for a person to look at the result: once, while it is possible. */
export function AppealForm({ submission }: { submission: Api.ProjectSubmission }) {
  const { t, date } = useScreenText()
  const key = `lyceum.appeal.${submission.id}`
  const [reason, setReason] = useState(() => localStorage.getItem(key) ?? '')
  const { isPending, error, errorOf, run } = useSubmit()
  const until = submission.appealableUntil
  if (!until || submission.appeal) return null
  const appeal = async () => {
    const path = { courseId: submission.courseId }
    const isSent = await run(() =>
      lyceum.call('POST /course/{courseId}/project/submission/appeal', { path, body: { reason } }),
    )
    if (!isSent) return
    localStorage.removeItem(key)
    await queryClient.invalidateQueries({ queryKey: ['GET /course/{courseId}/project/submission'] })
  }
  return (
    <div className="mt-6">
      <SettingCard
        title={t('project.appeal')}
        text={t('project.appealText', { date: date(new Date(until), { dateStyle: 'long' }) })}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void appeal()
          }}
          className="grid gap-4"
        >
          <TextArea
            label={t('project.appealReason')}
            maxLength={2_000}
            required
            dir="auto"
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              localStorage.setItem(key, target.value)
            }}
            error={errorOf('reason')}
          />
          <FormError text={error} />
          <Button type="submit" variant="secondary" isPending={isPending}>
            {t('project.appealSubmit')}
          </Button>
        </form>
      </SettingCard>
    </div>
  )
}
