import { useRef } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { describeFault } from '../../ui/api/describe-fault.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { cachedCourse, cachedLessons, reloadLessons, storeCourse, storeLessons } from './course-query.ts'

/**
 * Puts the lessons into a new order. The screen shows it at once; the service gets one request at a time, each with the
 * version that the one before has made. If another author has changed the course, their order is shown again.
 */
export function useLessonOrder(courseId: string): (ids: readonly string[]) => void {
  const { t } = useText()
  const wanted = useRef<readonly string[] | undefined>(undefined)
  const isSending = useRef(false)

  const sendAll = async () => {
    isSending.current = true
    try {
      while (wanted.current) {
        const lessonIds = [...wanted.current]
        wanted.current = undefined
        await sendOrder(courseId, lessonIds)
      }
    } catch (fault) {
      wanted.current = undefined
      const { kind, message } = describeFault(fault)
      const isChanged = fault instanceof LyceumError && fault.code === 'VERSION_CHANGED'
      const text = isChanged ? t('outline.changed') : kind === 'offline' ? t('error.offlineText') : message
      showToast(text ?? t('error.text'), 'bad')
      await reloadLessons(courseId)
    } finally {
      isSending.current = false
    }
  }

  return (ids) => {
    const lessons = new Map(cachedLessons(courseId).map((lesson) => [lesson.id, lesson]))
    storeLessons(
      courseId,
      ids.flatMap((id) => lessons.get(id) ?? []),
    )
    wanted.current = ids
    if (!isSending.current) void sendAll()
  }
}

async function sendOrder(id: string, lessonIds: string[]): Promise<void> {
  const { data } = await lyceum.call('PUT /admin/courses/{id}/lesson-order', {
    path: { id },
    headers: { 'if-match': `"${cachedCourse(id)!.version}"` },
    body: { lessonIds },
  })
  storeCourse({ ...cachedCourse(id)!, version: data.version })
}
