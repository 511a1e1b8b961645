import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { timeZone } from '../course/publish-requests.ts'
import { ReviewComments } from '../course/review-comments.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ReviewForm } from './review-form.tsx'

const TONES = { OPEN: 'gold', RETURNED: 'plain', APPROVED: 'good', WITHDRAWN: 'plain' } as const
const WHEN = { dateStyle: 'medium', timeStyle: 'short' } as const

/** A request: who submitted which course, and, if it is open, what changes and the decision. */
export function ReviewCard({ request }: { request: Api.ReviewRequest }) {
  const { t, locale, date } = useText()
  const panel = useId()
  const [isOpened, setOpened] = useState(false)
  const { status, lessons, message, changeNote, publishAt } = request
  const isOpen = status === 'OPEN'
  const name = request.submitterName ?? t('authors.gone')
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 dir="auto" className="text-[20px] leading-snug [overflow-wrap:anywhere]">
            <StudioLink to={coursePath(request.courseId)} className="hover:underline">
              {request.courseTitle}
            </StudioLink>
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            <bdi>{name}</bdi>
            {` · ${relativeTime(locale, new Date(request.submittedAt))} · ${t('reviews.lessons', { count: lessons.length })}`}
          </p>
        </div>
        <Pill tone={TONES[status]} size="small">
          {t(`reviews.status.${status}`)}
        </Pill>
      </div>
      <div className="mt-3 grid gap-2 [overflow-wrap:anywhere]">
        {message && (
          <p dir="auto" className="whitespace-pre-line">
            {message}
          </p>
        )}
        {changeNote && (
          <p className="text-ink-2">
            {`${t('reviews.note')} `}
            <bdi>{changeNote}</bdi>
          </p>
        )}
        {publishAt && (
          <p className="text-ink-2">
            {t('reviews.publishAt', { date: date(new Date(publishAt), WHEN), zone: timeZone() })}
          </p>
        )}
      </div>
      {status === 'RETURNED' && (
        <div className="mt-3">
          <ReviewComments request={request} />
        </div>
      )}
      {isOpen && (
        <button
          type="button"
          data-list-item
          aria-expanded={isOpened}
          aria-controls={isOpened ? panel : undefined}
          onClick={() => setOpened(!isOpened)}
          className="mt-3 flex min-h-11 items-center gap-2 rounded-lg font-bold text-primary"
        >
          {t('reviews.show')}
          <ChevronDown size={20} aria-hidden="true" className={isOpened ? 'rotate-180' : ''} />
        </button>
      )}
      {isOpen && isOpened && (
        <div id={panel} className="mt-2 border-line border-t pt-5">
          <ReviewForm request={request} />
        </div>
      )}
    </Card>
  )
}
