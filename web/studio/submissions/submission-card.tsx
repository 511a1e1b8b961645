import { Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Card } from '../../ui/components/card.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { relativeTime } from '../../ui/i18n/relative-time.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { fileSize } from '../media/file-size.ts'
import { coursePath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { DecisionForm } from './decision-form.tsx'

/** What the built-in rules or a model found, and the rubric of the project at that time. */
interface Assessed {
  criteria?: { criterion: string; points: number; maxPoints: number; feedback?: string }[]
}
interface Project {
  rubric?: { criterion: string; points: number }[]
  passingScore?: number
}

/** The signed address of a file without its host, which may be another one than that of the page. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}

/** A submission that waits for a person: the work, the rubric, and the decision. */
export function SubmissionCard({ submission }: { submission: Api.QueuedSubmission }) {
  const { t, locale } = useText()
  const { project, courseId, reviewCause, appealReason, notes, files, attempt } = submission
  const course = useApi('GET /admin/courses/{id}', { path: { id: courseId } })
  const links = [submission.repositoryUrl, submission.url].filter((url) => url?.startsWith('http'))
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 dir="auto" className="text-[20px] leading-snug">
            {project.title}
          </h2>
          <p className="mt-1 text-sm text-ink-2">
            <StudioLink to={coursePath(courseId)} className="underline">
              {course.data?.data.title ?? t('nav.courses')}
            </StudioLink>
            {` · ${t('review.attempt', { attempt })} · ${relativeTime(locale, new Date(submission.submittedAt))}`}
          </p>
        </div>
        <Pill tone="gold" size="small">
          {t(`review.cause.${reviewCause}`)}
        </Pill>
      </div>
      {appealReason && (
        <Part title={t('review.appeal')}>
          <p dir="auto" className="whitespace-pre-wrap">
            {appealReason}
          </p>
        </Part>
      )}
      <Part title={t('review.work')}>
        {notes && (
          <p dir="auto" className="max-h-96 overflow-y-auto whitespace-pre-wrap">
            {notes}
          </p>
        )}
        {links.map((url) => (
          <a
            key={url}
            href={url!}
            target="_blank"
            rel="noopener noreferrer"
            className="flex min-h-11 items-center gap-2 font-bold text-primary underline"
          >
            <ExternalLink size={18} className="flex-none" aria-hidden="true" />
            <span dir="ltr" className="min-w-0 break-all">
              {url}
            </span>
          </a>
        ))}
        {files.map(({ id, name, url, sizeBytes }) => (
          <a
            key={id}
            href={pathOf(url)}
            className="flex min-h-11 items-center gap-2 font-bold text-primary underline"
          >
            <Download size={18} className="flex-none" aria-hidden="true" />
            <span dir="auto" className="min-w-0 break-all">{`${name} (${fileSize(locale, sizeBytes)})`}</span>
          </a>
        ))}
      </Part>
      <Rubric project={project as Project} assessment={submission.assessment as Assessed | null} />
      <DecisionForm submission={submission} />
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 [overflow-wrap:anywhere]">
      <h3 className="mb-1 text-[16px]">{title}</h3>
      {children}
    </section>
  )
}

/** The criteria with the points that were proposed, if there are any. */
function Rubric({ project, assessment }: { project: Project; assessment: Assessed | null }) {
  const { t, number, percent } = useText()
  const criteria =
    assessment?.criteria ??
    project.rubric?.map(({ criterion, points }) => ({
      criterion,
      points: null,
      maxPoints: points,
      feedback: '',
    })) ??
    []
  if (criteria.length === 0) return null
  return (
    <Part title={t('review.rubric')}>
      {project.passingScore !== undefined && (
        <p className="text-sm text-ink-2">{t('review.passing', { share: percent(project.passingScore) })}</p>
      )}
      <ul className="mt-1 grid">
        {criteria.map(({ criterion, points, maxPoints, feedback }) => (
          <li key={criterion} className="flex gap-4 border-line border-t py-2 first:border-t-0">
            <span dir="auto" className="min-w-0 flex-1">
              {criterion}
              {feedback && <span className="block text-sm text-ink-2">{feedback}</span>}
            </span>
            <span className="flex-none font-bold tabular-nums">
              {points === null
                ? t('review.points', { count: maxPoints })
                : t('review.pointsOf', { points: number(points), max: number(maxPoints) })}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
