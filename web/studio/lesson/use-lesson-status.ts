import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum, queryClient } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useStudioNavigate } from '../frame/studio-link.tsx'
import { lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { isComplete } from './check-slide.ts'
import type { DraftSlide } from './draft.ts'
import type { LessonEditing } from './use-lesson-draft.ts'

const etag = (version: number) => ({ 'if-match': `"${version}"` })

/** Publishing, archiving and copying the whole lesson, always after its last words are saved. */
export function useLessonStatus(
  lesson: Api.EditedLesson,
  editing: LessonEditing,
  { onIncomplete }: { onIncomplete: (slide: DraftSlide) => void },
) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const [status, setStatus] = useState(lesson.status)
  const [refusal, setRefusal] = useState<string>()
  const { isPending, error, run } = useSubmit()
  const path = { id: lesson.id }
  const take = ({ data }: { data: Api.EditedLesson }) => {
    setStatus(data.status)
    editing.rebase(data.version)
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).includes('/admin/courses'),
    })
  }
  return {
    status,
    isPending,
    error: refusal ?? error,
    publish: async () => {
      const incomplete = editing.draft.slides.find((slide) => !isComplete(slide))
      setRefusal(
        editing.draft.slides.length === 0
          ? t('lesson.publishEmpty')
          : incomplete
            ? t('lesson.publishIncomplete')
            : undefined,
      )
      if (incomplete) onIncomplete(incomplete)
      if (incomplete || editing.draft.slides.length === 0) return
      const isPublished = await run(async () => {
        await editing.save()
        take(
          await lyceum.call('POST /admin/lessons/{id}/publish', { path, headers: etag(editing.version()) }),
        )
      })
      if (isPublished) showToast(t('lesson.published'))
    },
    archive: async () => {
      await editing.save()
      take(await lyceum.call('POST /admin/lessons/{id}/archive', { path, headers: etag(editing.version()) }))
      showToast(t('lesson.archived'))
    },
    duplicate: async () => {
      await editing.save()
      const { data } = await lyceum.call('POST /admin/lessons/{id}/duplicate', { path })
      showToast(t('lesson.duplicated'))
      await navigate({ to: lessonPath(data.courseId, data.id) })
    },
  }
}
