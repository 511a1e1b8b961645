import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultText } from '../../ui/api/describe-fault.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'

/** Enrolls and opens the first lesson that is not done. */
export function useStartCourse() {
  const { t } = useText()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const start = async (courseId: string) => {
    setPending(true)
    try {
      const path = { courseId }
      await lyceum.call('POST /user-courses/enroll/{courseId}', { path })
      const course = await lyceum.call('GET /course/{id}', { path: { id: courseId } })
      queryClient.setQueryData(apiKey('GET /course/{id}', { path: { id: courseId } }), course)
      void queryClient.invalidateQueries({ queryKey: ['GET /user-courses'] })
      void queryClient.invalidateQueries({ queryKey: ['GET /course'] })
      const lesson = course.data.lessons.find(({ isCompleted }) => !isCompleted) ?? course.data.lessons[0]
      if (lesson) await navigate({ to: '/lesson/$lessonId', params: { lessonId: lesson.id } })
    } catch (fault) {
      showToast(faultText(fault, t), 'bad')
    } finally {
      setPending(false)
    }
  }
  return { start, isPending }
}
