import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import type { Finding } from '../checklist.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath, lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { freshLessons } from './course-query.ts'
import { loadChecklist } from './load-checklist.ts'
import { PublishForm } from './publish-form.tsx'

interface Given {
  course: Api.EditedCourse
  isOpen: boolean
  onClose: () => void
}

/** The checklist before a course is published. Errors must be corrected first; hints need not. */
export function PublishDialog({ course, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('publish.title')}>
      <Checklist course={course} onClose={onClose} />
    </Sheet>
  )
}

function Checklist({ course, onClose }: Omit<Given, 'isOpen'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.checklist', course.id],
    queryFn: async () => {
      const lessons = await freshLessons(course.id)
      return { lessons, findings: await loadChecklist(course, lessons) }
    },
    // The author opens it again after each change.
    staleTime: 0,
    gcTime: 0,
  })
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-3">
        <LoadingNote />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  return (
    <>
      <Findings course={course} findings={data.findings} onLeave={onClose} />
      <PublishForm
        course={course}
        drafts={data.lessons.filter(({ status }) => status === 'DRAFT')}
        changed={data.lessons.filter((it) => it.status === 'PUBLISHED' && it.hasUnpublishedChanges)}
        hasErrors={data.findings.some(({ severity }) => severity === 'error')}
        onDone={onClose}
      />
    </>
  )
}

interface FindingsGiven {
  course: Api.EditedCourse
  findings: readonly Finding[]
  onLeave: () => void
}

function Findings({ course, findings, onLeave }: FindingsGiven) {
  const { t } = useText()
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-3 rounded-2xl bg-good-soft p-4 font-bold text-good">
        <CircleCheck size={22} aria-hidden="true" />
        {t('publish.ready')}
      </p>
    )
  return (
    <ul className="grid gap-2">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the findings are read once and never change their order.
        <li key={index}>
          <FindingLink course={course} finding={finding} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  )
}

/** Leads to the place: the slide in the editor, or the part of this page. */
function FindingLink({ course, finding, onLeave }: Omit<FindingsGiven, 'findings'> & { finding: Finding }) {
  const { t } = useText()
  const { rule, severity, lessonId, lessonTitle, slide, detail } = finding
  const isError = severity === 'error'
  const Icon = isError ? CircleAlert : Lightbulb
  const place = lessonTitle && (slide ? t('publish.slide', { lesson: lessonTitle, slide }) : lessonTitle)
  const onPage = { noLesson: 'outline', noCover: 'cover' }[rule as string] ?? 'details'
  return (
    <StudioLink
      to={lessonId ? lessonPath(course.id, lessonId) : coursePath(course.id)}
      hash={lessonId ? (slide ? `slide-${slide}` : '') : onPage}
      onClick={onLeave}
      className={`flex min-h-14 items-start gap-3 rounded-2xl p-3.5 ${isError ? 'bg-bad-soft' : 'bg-gold-soft'}`}
    >
      <Icon
        size={21}
        aria-hidden="true"
        className={`mt-0.5 flex-none ${isError ? 'text-bad' : 'text-gold-text'}`}
      />
      <span className="min-w-0">
        <span className={`block font-bold ${isError ? 'text-bad' : 'text-gold-text'}`}>
          <span className="sr-only">{t(`publish.${severity}`)}: </span>
          {t(`rule.${rule}`)}
        </span>
        {place && (
          <span dir="auto" className="block text-sm text-ink-2">
            {place}
          </span>
        )}
        {detail && (
          <span dir="auto" className="block break-words text-sm text-ink-2">
            {detail}
          </span>
        )}
      </span>
    </StudioLink>
  )
}
