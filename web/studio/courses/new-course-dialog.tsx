import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useStudioNavigate } from '../frame/studio-link.tsx'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { GENERAL, useCategories } from './use-categories.ts'

/** Asks for a title and a category, and leads to the page of the new course. */
export function NewCourseDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('newCourse.title')}>
      <NewCourseForm onClose={onClose} />
    </Dialog>
  )
}

function NewCourseForm({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState(GENERAL)
  const categories = useCategories(category)
  const submit = useSubmit()
  const create = async () => {
    // The API wants a description. Until the author writes one, it is the title; the checklist asks for another.
    const body = { title: title.trim(), description: title.trim(), category, level: 'BEGINNER' } as const
    const { data: course } = await lyceum.call('POST /admin/courses', { body })
    void queryClient.invalidateQueries({ queryKey: ['GET /admin/courses'] })
    await navigate({ to: coursePath(course.id) })
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
        label={t('newCourse.name')}
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
        label={t('field.category')}
        error={submit.errorOf('category')}
        value={category}
        onChange={(event) => setCategory(event.target.value)}
        options={categories}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={title.trim() === ''}>
          {t('newCourse.create')}
        </Button>
      </div>
    </form>
  )
}
