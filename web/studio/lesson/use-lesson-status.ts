import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useStudioNavigate } from '../frame/studio-link.tsx'
import { lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { isComplete } from './check-slide.ts'
import type { DraftSlide } from './draft.ts'
import type { LessonEditing } from './use-lesson-draft.ts'

const etag = (version: number) => ({ 'if-match': `"${version}"` })

type Transition = 'publish' | 'discard-changes' | 'archive'
type Headers = ReturnType<typeof etag>

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
  /** No save is sent between the request and the read of what it has changed. */
  const request = (call: (headers: Headers) => Promise<{ data: Api.EditedLesson }>, isForced = false) =>
    editing.betweenSaves(async () => {
      try {
        const { data } = await call(etag(editing.version()))
        setStatus(data.status)
        await editing.readAgain({ version: data.version, isForced })
      } catch (fault) {
        // Another author has saved: this one looks at it before anything is published.
        if (fault instanceof LyceumError && fault.status === 412) await editing.readAgain()
        throw fault
      }
    })
  const send = (transition: Transition) =>
    request(
      (headers) => lyceum.call(`POST /admin/lessons/{id}/${transition}`, { path, headers }),
      transition === 'discard-changes',
    )
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
      const wasPublished = status === 'PUBLISHED'
      let isPublished = false
      await run(async () => {
        await editing.save()
        // A key was pressed during the request.
        if (!editing.isSaved()) await editing.save()
        if (!editing.isSaved()) return setRefusal(t('lesson.publishUnsaved'))
        await send('publish')
        isPublished = true
      })
      if (isPublished) showToast(wasPublished ? t('changes.published') : t('lesson.published'))
    },
    discard: async () => {
      await editing.save()
      await send('discard-changes')
      showToast(t('changes.discarded'))
    },
    restore: async (version: number) => {
      await editing.save()
      const earlier = { ...path, version: String(version) }
      await request((headers) =>
        lyceum.call('POST /admin/lessons/{id}/history/{version}/restore', { path: earlier, headers }),
      )
      showToast(t('history.restored'))
    },
    archive: async () => {
      await editing.save()
      await send('archive')
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
