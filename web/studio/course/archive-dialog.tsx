import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { storeCourse } from './course-query.ts'

interface Given {
  course: Api.EditedCourse
  isOpen: boolean
  onClose: () => void
}

/** Says what archiving does before it does it. */
export function ArchiveDialog({ course, isOpen, onClose }: Given) {
  const { t } = useText()
  const submit = useSubmit()
  const archive = async () => {
    const { data } = await lyceum.call('POST /admin/courses/{id}/archive', {
      path: { id: course.id },
      headers: { 'if-match': `"${course.version}"` },
    })
    storeCourse(data)
    showToast(t('archive.done'))
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('archive.title')} role="alertdialog">
      <p className="mt-3 text-ink-2">{t('archive.text')}</p>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button variant="bad" isPending={submit.isPending} onClick={() => void submit.run(archive)}>
            {t('archive.archive')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
