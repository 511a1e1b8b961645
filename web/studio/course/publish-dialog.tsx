import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import type { Finding } from '../checklist.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath, lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { cachedCourse, freshLessons, reloadLessons, storeCourse } from './course-query.ts'
import { loadChecklist } from './load-checklist.ts'

interface Given {
  course: Api.EditedCourse
  isOpen: boolean
  onClose: () => void
}

/** The checklist before a course is published. Errors must be mended first; hints need not. */
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
        changed={data.lessons.filter((it) => it.status === 'PUBLISHED' && it.hasUnpublishedChanges).length}
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

interface FormGiven {
  course: Api.EditedCourse
  drafts: readonly Api.EditedLesson[]
  /** How many published lessons have changes. */
  changed: number
  hasErrors: boolean
  onDone: () => void
}

/**
 * Drafts and changes of lessons are published with the course, unless the author keeps them back. In a course that is
 * published already a draft may have been kept back before, so it is published only on request.
 */
function PublishForm({ course, drafts, changed, hasErrors, onDone }: FormGiven) {
  const { t } = useText()
  const isPublished = course.status === 'PUBLISHED'
  const [isWithDrafts, setWithDrafts] = useState(!isPublished)
  const [isWithChanges, setWithChanges] = useState(true)
  const isNothing =
    isPublished &&
    !course.hasUnpublishedChanges &&
    !(isWithDrafts && drafts.length > 0) &&
    !(isWithChanges && changed > 0)
  const submit = useSubmit()
  const publish = async () => {
    try {
      for (const { id, version } of isWithDrafts ? drafts : [])
        await lyceum.call('POST /admin/lessons/{id}/publish', {
          path: { id },
          headers: { 'if-match': `"${version}"` },
        })
      const { data } = await lyceum.call('POST /admin/courses/{id}/publish', {
        path: { id: course.id },
        headers: { 'if-match': `"${cachedCourse(course.id)!.version}"` },
        body: { includeLessons: isWithChanges },
      })
      storeCourse(data)
    } finally {
      await reloadLessons(course.id)
    }
    showToast(isPublished ? t('changes.published') : t('publish.done'))
    onDone()
  }
  return (
    <div className="mt-5 grid gap-4">
      {hasErrors ? (
        <p className="font-semibold text-ink-2">{t('publish.blocked')}</p>
      ) : (
        <>
          {changed > 0 && (
            <Switch
              label={t('publish.changes', { count: changed })}
              hint={t('publish.changesHint')}
              isOn={isWithChanges}
              onChange={setWithChanges}
            />
          )}
          {drafts.length > 0 && (
            <Switch
              label={t('publish.drafts', { count: drafts.length })}
              hint={t('publish.draftsHint')}
              isOn={isWithDrafts}
              onChange={setWithDrafts}
            />
          )}
        </>
      )}
      <FormError text={submit.error} />
      <Button
        variant="good"
        isWide
        isPending={submit.isPending}
        disabled={hasErrors || isNothing}
        onClick={() => void submit.run(publish)}
      >
        {isPublished ? t('changes.publish') : t('publish.publish')}
      </Button>
    </div>
  )
}
