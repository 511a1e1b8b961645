import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useSegment } from '../frame/studio-link.tsx'
import { LessonEditor } from '../lesson/lesson-editor.tsx'
import { openLesson } from '../lesson/use-lesson-draft.ts'

/** The editor of a lesson, on the whole screen. */
export default function LessonScreen() {
  const lessonId = useSegment('lessonId')
  const { id: userId } = useUser()
  // Never from the cache: the draft begins with what the service has now.
  const { data, error, refetch } = useQuery({
    queryKey: ['lesson-editor', lessonId],
    queryFn: () => openLesson(userId, lessonId),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => () => data?.drafts.close(), [data])
  if (data) return <LessonEditor key={lessonId} lesson={data.lesson} opened={data} />
  return (
    <main className="mx-auto max-w-3xl p-5">
      {error ? <ErrorState fault={error} level="h1" onRetry={() => void refetch()} /> : <ScreenLoading />}
    </main>
  )
}
