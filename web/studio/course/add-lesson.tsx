import { Plus } from 'lucide-react'
import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { UNWRITTEN } from '../checklist.ts'
import { useText } from '../use-text.ts'
import { cachedLessons, reloadLessons, storeLessons } from './course-query.ts'

/** What a new lesson pays until its author says something else. */
const FIRST_XP = 10

/** One field: a title and Enter make a lesson, and the next one can be typed. */
export function AddLesson({ courseId }: { courseId: string }) {
  const { t } = useText()
  const [title, setTitle] = useState('')
  const submit = useSubmit()
  const add = async () => {
    const name = title.trim()
    const { data } = await lyceum.call('POST /admin/courses/{id}/lessons', {
      path: { id: courseId },
      body: {
        title: name,
        xpReward: FIRST_XP,
        gemReward: 0,
        // The API wants a slide with a text. The checklist finds one that is not written.
        slides: [{ type: 'TEXT_WITH_IMAGE', title: name, content: UNWRITTEN }],
      },
    })
    setTitle((typed) => (typed.trim() === name ? '' : typed))
    storeLessons(courseId, [...cachedLessons(courseId), data])
    void reloadLessons(courseId)
  }
  return (
    <form
      className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '' && !submit.isPending) void submit.run(add)
      }}
    >
      <div className="flex gap-3">
        <TextField
          className="min-w-0 flex-1"
          label={t('outline.newLesson')}
          isLabelHidden
          placeholder={t('outline.newLesson')}
          error={submit.errorOf('title')}
          value={title}
          maxLength={200}
          dir="auto"
          onChange={({ target }) => setTitle(target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          isPending={submit.isPending}
          aria-disabled={title.trim() === ''}
          icon={<Plus size={20} aria-hidden="true" />}
          className="self-start"
        >
          {t('outline.add')}
        </Button>
      </div>
      <FormError text={submit.error} />
    </form>
  )
}
