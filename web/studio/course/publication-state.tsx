import { CalendarClock, MessageSquareWarning } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { REVIEWS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { reloadLessons, storeCourse } from './course-query.ts'
import { reloadReviews, timeZone } from './publish-requests.ts'
import { ReviewComments } from './review-comments.tsx'

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
      <div className="mt-3">
        <ReviewComments request={request} />
      </div>
    </section>
  )
}

/** The author may withdraw; an admin who did not submit decides in the review queue. */
function OpenRequest({ request }: { request: Api.ReviewRequest }) {
  const { t, date } = useText()
  const user = useUser()
  const submit = useSubmit()
  const isReviewer = user.role === 'ADMIN' && user.id !== request.submittedBy
  const withdraw = async () => {
    await lyceum.call('POST /admin/review-requests/{id}/withdraw', { path: { id: request.id } })
    await Promise.all([reloadReviews(), reloadLessons(request.courseId)])
    showToast(t('review.withdrawn'))
  }
  return (
    <div className="mt-5 grid gap-4 rounded-card bg-primary-soft p-5">
      <p className="font-semibold">{t('review.open', { date: date(new Date(request.submittedAt), WHEN) })}</p>
      {request.message && (
        <p dir="auto" className="whitespace-pre-line break-words text-ink-2">
          {request.message}
        </p>
      )}
      <FormError text={submit.error} />
      <div className="flex flex-wrap gap-3">
        {isReviewer ? (
          <StudioLink to={REVIEWS_PATH} className={buttonClass({ variant: 'secondary' })}>
            {t('review.decide')}
          </StudioLink>
        ) : (
          <Button variant="secondary" isPending={submit.isPending} onClick={() => void submit.run(withdraw)}>
            {t('review.withdraw')}
          </Button>
        )}
      </div>
    </div>
  )
}
