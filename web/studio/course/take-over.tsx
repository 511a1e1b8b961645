import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { reloadLessons, storeCourse } from './course-query.ts'

type Given = { course: Api.EditedCourse }

/** Makes a shipped course an authored one. Only an ADMIN sees it. */
export function TakeOverButton({ course }: Given) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('takeOver.open')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('takeOver.title')}>
        <TakeOverForm course={course} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function TakeOverForm({ course: { id }, onDone }: Given & { onDone: () => void }) {
  const { t } = useText()
  const submit = useSubmit({ NO_SUCH_AUTHOR: 'owner' })
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState('')
  const takeOver = async () => {
    const owner = email.trim()
    const { data } = await lyceum.call('POST /admin/courses/{id}/take-over', {
      path: { id },
      body: { reason: reason.trim(), ...(owner ? { owner: { email: owner } } : {}) },
    })
    storeCourse(data)
    await reloadLessons(id)
    showToast(t('takeOver.done'))
    onDone()
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '' && !submit.isPending) void submit.run(takeOver)
      }}
    >
      <p className="text-ink-2">{t('takeOver.text')}</p>
      <TextArea
        label={t('takeOver.reason')}
        hint={t('takeOver.reasonHint')}
        error={submit.errorOf('reason')}
        rows={2}
        maxLength={500}
        dir="auto"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextField
        label={t('takeOver.owner')}
        hint={t('takeOver.ownerHint')}
        error={submit.errorOf('owner') ?? submit.errorOf('owner.email')}
        type="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <FormError text={submit.error} />
      <Button type="submit" disabled={reason.trim() === ''} isPending={submit.isPending}>
        {t('takeOver.confirm')}
      </Button>
    </form>
  )
}

/** Says that the course came from a pack, and gives it back. */
export function TakenOverNote({ course }: Given) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const submit = useSubmit()
  const giveBack = async () => {
    const { data } = await lyceum.call('DELETE /admin/courses/{id}/take-over', { path: { id: course.id } })
    storeCourse(data)
    await reloadLessons(course.id)
    showToast(t('giveBack.done'))
    setOpen(false)
  }
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4 rounded-card bg-sunken p-5">
      <p className="flex max-w-2xl items-center gap-3 text-ink-2">
        <PackageOpen size={22} className="flex-none" aria-hidden="true" />
        {t('takeOver.note', { pack: course.takenOverFrom ?? '' })}
      </p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('giveBack.open')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('giveBack.title')} role="alertdialog">
        <p className="mt-3 text-ink-2">{t('giveBack.text')}</p>
        <div className="mt-5 grid gap-4">
          <FormError text={submit.error} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('action.cancel')}
            </Button>
            <Button variant="bad" isPending={submit.isPending} onClick={() => void submit.run(giveBack)}>
              {t('giveBack.confirm')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  )
}
