import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useScreenText } from '../use-text.ts'

/** What the authors say about their latest changes, the newest first. */
export function CourseChanges({ course: { changes, lessons } }: { course: Api.Course }) {
  const { t, date } = useScreenText()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="course-changes" className="mt-6 rounded-card bg-primary-soft p-5">
      <h2 id="course-changes" className="text-[17px]">
        {t('course.changes')}
      </h2>
      <ul className="mt-2 grid gap-3 [overflow-wrap:anywhere]">
        {changes.map(({ note, lessonId, publishedAt }) => {
          const lesson = lessons.find(({ id }) => id === lessonId)
          return (
            <li key={`${publishedAt} ${note}`}>
              <p dir="auto" className="whitespace-pre-line">
                {note}
              </p>
              <p className="mt-0.5 text-sm text-ink-2">
                <time dateTime={publishedAt}>{date(new Date(publishedAt), { dateStyle: 'medium' })}</time>
                {lesson && (
                  <>
                    {' · '}
                    <bdi>{lesson.title}</bdi>
                  </>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
