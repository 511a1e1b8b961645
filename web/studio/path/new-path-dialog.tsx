import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Dialog } from '../../ui/components/dialog.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { StudioLink, useStudioNavigate } from '../frame/studio-link.tsx'
import { pathPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { useAllCourses } from './path-query.ts'

/** Asks for a title and the first course, and leads to the page of the new path. */
export function NewPathDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('paths.new')}>
      <NewPath onClose={onClose} />
    </Dialog>
  )
}

function NewPath({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { data: courses, error, refetch } = useAllCourses()
  if (error && !courses) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!courses)
    return (
      <div className="mt-4 grid gap-4">
        <LoadingNote />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  if (courses.length === 0)
    return (
      <div className="mt-4 grid gap-5">
        <p className="text-ink-2">{t('paths.needsCourse')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <StudioLink to="/studio" className={buttonClass({})}>
            {t('paths.toCourses')}
          </StudioLink>
        </div>
      </div>
    )
  return <NewPathForm courses={courses} onClose={onClose} />
}

interface FormGiven {
  courses: Api.ListedCourse[]
  onClose: () => void
}

function NewPathForm({ courses, onClose }: FormGiven) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const [title, setTitle] = useState('')
  const [courseId, setCourseId] = useState(courses[0]!.id)
  const create = async () => {
    const { category } = courses.find(({ id }) => id === courseId)!
    // The API wants a description. Until the author writes one, it is the title.
    const words = { title: title.trim(), description: title.trim() }
    const { data: path } = await lyceum.call('POST /admin/learning-paths', {
      body: { ...words, category, kind: 'FOUNDATION', courseIds: [courseId] },
    })
    void queryClient.invalidateQueries({ queryKey: ['GET /admin/learning-paths'] })
    await navigate({ to: pathPath(path.id) })
  }
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '' && !submit.isPending) void submit.run(create)
      }}
    >
      <TextField
        label={t('pathField.title')}
        hint={t('newCourse.hint')}
        error={submit.errorOf('title')}
        value={title}
        maxLength={200}
        required
        autoFocus
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label={t('paths.firstCourse')}
        error={submit.errorOf('courseIds')}
        value={courseId}
        onChange={(event) => setCourseId(event.target.value)}
        options={courses.map(({ id, title: text }) => ({ id, text }))}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={title.trim() === ''}>
          {t('paths.create')}
        </Button>
      </div>
    </form>
  )
}
