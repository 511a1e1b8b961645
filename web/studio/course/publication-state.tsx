import { CalendarClock, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useSession } from '../../ui/session/session-store.ts'
import { useText } from '../use-text.ts'
import { reloadLessons, storeCourse } from './course-query.ts'
import { reloadReviews, timeZone } from './publish-requests.ts'

const BOX = 'mt-5 flex flex-wrap items-center justify-between gap-4 rounded-card p-5'
const WHEN = { dateStyle: 'medium', timeStyle: 'short' } as const

/** When the course will be published, and how to cancel it. */
export function ScheduleNote({ course }: { course: Api.EditedCourse }) {
  const { t, date } = useText()
  const submit = useSubmit()
  if (!course.schedule) return null
  const cancel = async () => {
    const { data } = await lyceum.call('DELETE /admin/courses/{id}/schedule', { path: { id: course.id } })
    storeCourse(data)
    showToast(t('schedule.cancelled'))
  }
  return (
    <div className={`${BOX} bg-primary-soft`}>
      <p className="flex items-center gap-3 font-semibold">
        <CalendarClock size={22} className="flex-none text-primary" aria-hidden="true" />
        {t('schedule.at', { date: date(new Date(course.schedule.publishAt), WHEN), zone: timeZone() })}
      </p>
      <FormError text={submit.error} />
      <Button variant="secondary" isPending={submit.isPending} onClick={() => void submit.run(cancel)}>
        {t('schedule.cancel')}
      </Button>
    </div>
  )
}

/** The latest submission for review: whether it waits, and what the reviewer says. */
export function ReviewNote({ course }: { course: Api.EditedCourse }) {
  const { data } = useApi('GET /admin/courses/{id}/review-requests', {
    path: { id: course.id },
    query: { limit: 1 },
  })
  const request = data?.data[0]
  if (request?.status === 'OPEN') return <OpenRequest request={request} />
  if (request?.status === 'RETURNED') return <Comments request={request} />
  return null
}

function Comments({ request }: { request: Api.ReviewRequest }) {
  const { t } = useText()
  return (
    <section className="mt-5 rounded-card bg-gold-soft p-5" aria-label={t('review.returned')}>
      <p className="flex items-center gap-3 font-bold text-gold-text">
        <MessageSquareWarning size={22} className="flex-none" aria-hidden="true" />
        {t('review.returned')}
      </p>
      <ul className="mt-3 grid gap-3">
        {request.comments.map(({ lessonId, text }) => (
          <li key={`${lessonId} ${text}`}>
            {lessonId && (
              <p dir="auto" className="font-bold">
                {request.lessons.find(({ id }) => id === lessonId)?.title}
              </p>
            )}
            <p dir="auto" className="whitespace-pre-line break-words">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The author may withdraw; an admin who did not submit approves or returns. */
function OpenRequest({ request }: { request: Api.ReviewRequest }) {
  const { t, date } = useText()
  const session = useSession()
  const submit = useSubmit()
  const [comment, setComment] = useState('')
  const user = session.status === 'in' ? session.user : undefined
  const isReviewer = user?.role === 'ADMIN' && user.id !== request.submittedBy
  const given = { path: { id: request.id } }
  const run = (work: () => Promise<unknown>, done: string) =>
    void submit.run(async () => {
      await work()
      await Promise.all([reloadReviews(), reloadLessons(request.courseId)])
      showToast(done)
    })
  return (
    <div className="mt-5 grid gap-4 rounded-card bg-primary-soft p-5">
      <p className="font-semibold">{t('review.open', { date: date(new Date(request.submittedAt), WHEN) })}</p>
      {request.message && (
        <p dir="auto" className="whitespace-pre-line break-words text-ink-2">
          {request.message}
        </p>
      )}
      {isReviewer && (
        <TextArea
          label={t('review.comment')}
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      )}
      <FormError text={submit.error} />
      <div className="flex flex-wrap gap-3">
        {isReviewer ? (
          <>
            <Button
              variant="good"
              isPending={submit.isPending}
              onClick={() =>
                run(
                  () => lyceum.call('POST /admin/review-requests/{id}/approve', given),
                  t('review.approved'),
                )
              }
            >
              {t('review.approve')}
            </Button>
            <Button
              variant="secondary"
              disabled={comment.trim() === ''}
              onClick={() =>
                run(
                  () =>
                    lyceum.call('POST /admin/review-requests/{id}/return', {
                      ...given,
                      body: { comments: [{ text: comment.trim() }] },
                    }),
                  t('review.sentBack'),
                )
              }
            >
              {t('review.return')}
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            isPending={submit.isPending}
            onClick={() =>
              run(
                () => lyceum.call('POST /admin/review-requests/{id}/withdraw', given),
                t('review.withdrawn'),
              )
            }
          >
            {t('review.withdraw')}
          </Button>
        )}
      </div>
    </div>
  )
}
