import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { contestFieldsOf, contestPatchOf, isLockedContest } from './contest-patch.ts'
import { ownZone } from './plan-fields.ts'
import { reloadContests } from './plan-query.ts'

interface Given {
  contest: Api.Contest
  isOpen: boolean
  onClose: () => void
}

/** Changes what may still change in a published contest. */
export function EditContestDialog({ contest, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('contest.editTitle')}>
      <EditContest contest={contest} onClose={onClose} />
    </Dialog>
  )
}

function EditContest({ contest, onClose }: Omit<Given, 'isOpen'>) {
  const { t } = useText()
  const [base] = useState(() => contestFieldsOf(contest))
  const [fields, setFields] = useState(base)
  const submit = useSubmit()
  const isLocked = isLockedContest(contest)
  const patch = contestPatchOf(fields, base)
  const isChanged = Object.keys(patch).length > 0
  const save = async () => {
    await lyceum.call('PATCH /admin/contests/{id}', { path: { id: contest.id }, body: patch })
    await queryClient.invalidateQueries({ queryKey: ['GET /admin/contests/{id}/results'] })
    void reloadContests()
    showToast(t('contest.edited'))
    onClose()
  }
  const field = (name: keyof typeof fields, serviceName: string = name) => ({
    label: t(`planField.${name}`),
    value: fields[name],
    error: submit.errorOf(serviceName),
    onChange: ({ target }: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: target.value })),
  })
  const zone = t('plan.zone', { zone: ownZone() })
  return (
    <form
      className="mt-3 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !submit.isPending) void submit.run(save)
      }}
    >
      <p className="text-ink-2">{t(isLocked ? 'contest.editLocked' : 'contest.editOpen')}</p>
      <TextField {...field('title')} maxLength={120} required dir="auto" />
      <TextArea {...field('description')} maxLength={2_000} rows={3} dir="auto" />
      {!isLocked && <TextField {...field('startsAt')} type="datetime-local" hint={zone} />}
      <TextField
        {...field('endsAt')}
        type="datetime-local"
        hint={zone}
        {...(isLocked ? { min: base.endsAt } : {})}
      />
      <TextField
        {...field('prizePoolGems')}
        type="number"
        inputMode="numeric"
        min={isLocked ? base.prizePoolGems : 0}
        hint={t('plan.poolHint')}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={!isChanged}>
          {t('save.save')}
        </Button>
      </div>
    </form>
  )
}
