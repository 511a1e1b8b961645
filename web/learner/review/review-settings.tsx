import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useScreenText } from '../use-text.ts'
import { forgetReviewCounts } from './forget-counts.ts'

const RETENTIONS = [80, 85, 90, 95]

/** How well to remember, and how much a day. */
export function ReviewSettings() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /review/settings')
  return (
    <Card as="section" aria-labelledby="review-settings">
      <h2 id="review-settings" className="text-[18px]">
        {t('review.settings')}
      </h2>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Fields settings={data.data} />
      ) : (
        <Skeleton className="mt-4 h-56" />
      )}
    </Card>
  )
}

function Fields({ settings }: { settings: Api.ReviewSettings }) {
  const { t, percent } = useScreenText()
  const [retention, setRetention] = useState(Math.round(100 * settings.targetRetention))
  const [limit, setLimit] = useState(`${settings.dailyLimit}`)
  const { isPending, error, errorOf, run } = useSubmit()
  // Another client may have set a value between the steps.
  const retentions = [...new Set([...RETENTIONS, retention])].sort((one, other) => one - other)
  const save = async () => {
    const body = { targetRetention: retention / 100, dailyLimit: Number(limit) }
    const isSaved = await run(async () => {
      queryClient.setQueryData(
        apiKey('GET /review/settings'),
        await lyceum.call('PUT /review/settings', { body }),
      )
    })
    if (!isSaved) return
    showToast(t('review.saved'))
    await forgetReviewCounts()
  }
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void save()
      }}
    >
      <SelectField
        label={t('review.retention')}
        hint={t('review.retentionHint')}
        error={errorOf('targetRetention')}
        value={retention}
        onChange={(event) => setRetention(Number(event.target.value))}
        options={retentions.map((each) => ({ id: `${each}`, text: percent(each) }))}
      />
      <TextField
        label={t('review.limit')}
        hint={t('review.limitHint')}
        error={errorOf('dailyLimit')}
        type="number"
        inputMode="numeric"
        min={10}
        max={500}
        required
        value={limit}
        onChange={(event) => setLimit(event.target.value)}
      />
      <FormError text={error} />
      <Button type="submit" variant="secondary" isPending={isPending}>
        {t('review.save')}
      </Button>
    </form>
  )
}
