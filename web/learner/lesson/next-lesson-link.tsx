import { Link } from '@tanstack/react-router'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { usePlayerText } from '../use-text.ts'

/** The lesson after this one, or the course when this was the last. */
export function NextLessonLink({ lesson }: { lesson: Api.LessonContent }) {
  const { t } = usePlayerText()
  const { data } = useApi('GET /course/{id}', { path: { id: lesson.courseId } })
  const next = data?.data.lessons.find(({ isCompleted, order }) => !isCompleted && order > lesson.order)
  const look = buttonClass({ size: 'large', isWide: true })
  if (next)
    return (
      <Link to="/lesson/$lessonId" params={{ lessonId: next.id }} className={look}>
        {t('lesson.goNext')}
      </Link>
    )
  return (
    <Link to="/learn/$courseId" params={{ courseId: lesson.courseId }} className={look}>
      {t('lesson.toCourse')}
    </Link>
  )
}
