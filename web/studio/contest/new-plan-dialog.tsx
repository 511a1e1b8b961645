import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useStudioNavigate } from '../frame/studio-link.tsx'
import { contestPlanPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ownZone } from './plan-fields.ts'
import { reloadContests } from './plan-query.ts'

/** Asks for a title, and leads to the editor of the new draft. */
export function NewPlanDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const [title, setTitle] = useState('')
  const create = async () => {
    const body = { title: title.trim(), timeZone: ownZone() }
    const { data } = await lyceum.call('POST /admin/contest-plans', { body })
    void reloadContests()
    await navigate({ to: contestPlanPath(data.id) })
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('contests.new')}>
      <form
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '' && !submit.isPending) void submit.run(create)
        }}
      >
        <TextField
          label={t('planField.title')}
          hint={t('contests.newHint')}
          error={submit.errorOf('title')}
          value={title}
          maxLength={120}
          required
          autoFocus
          dir="auto"
          onChange={(event) => setTitle(event.target.value)}
        />
        <FormError text={submit.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" isPending={submit.isPending} aria-disabled={title.trim() === ''}>
            {t('contests.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
