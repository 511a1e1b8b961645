import { Archive, ChartColumn, ChevronLeft, Copy, Eye, ListTodo, Undo2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { DiscardDialog } from '../courses/discard-dialog.tsx'
import { ChangesPill, StatusPill } from '../courses/status-pill.tsx'
import { StudioLink, useStudioNavigate } from '../frame/studio-link.tsx'
import { coursePath, figuresPath, HOME_PATH, testPath } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { AuthorsDialog } from './authors-dialog.tsx'
import { discardChanges } from './course-query.ts'
import { ReviewNote, ScheduleNote } from './publication-state.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { TakenOverNote, TakeOverButton } from './take-over.tsx'

type Given = { course: Api.EditedCourse }
type OpenDialog = 'publish' | 'discard' | 'archive' | 'authors'

/** The title, the status and what can be done with the course. */
export function CourseHeader({ course }: Given) {
  const { t } = useText()
  const [open, setOpen] = useState<OpenDialog>()
  const copy = useCopy(course)
  // An ADMIN reads the figures of every course.
  const isAdmin = useUser().role === 'ADMIN'
  const close = () => setOpen(undefined)
  const isPublished = course.status === 'PUBLISHED'
  const hasChanges = course.hasUnpublishedChanges || course.changedLessonIds.length > 0
  return (
    <header>
      <StudioLink
        to={HOME_PATH}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.courses')}
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="break-words text-[27px] lg:text-[32px]">
            {course.title}
          </h1>
          <div className="mt-2 flex flex-wrap gap-2">
            <StatusPill status={course.status} />
            {course.hasUnpublishedChanges && <ChangesPill />}
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          {isPublished && (
            <a href={`/learn/${course.id}`} className={buttonClass({ variant: 'secondary' })}>
              <Eye size={20} aria-hidden="true" />
              {t('course.view')}
            </a>
          )}
          {(course.canEdit || isAdmin) && (
            <StudioLink
              to={figuresPath(course.id)}
              aria-label={t('figures.title')}
              title={t('figures.title')}
              className={buttonClass({ variant: 'secondary' })}
            >
              <ChartColumn size={20} aria-hidden="true" />
            </StudioLink>
          )}
          {(course.canEdit || isAdmin) && (
            <StudioLink
              to={testPath(course.id)}
              aria-label={t('test.title')}
              title={t('test.title')}
              className={buttonClass({ variant: 'secondary' })}
            >
              <ListTodo size={20} aria-hidden="true" />
            </StudioLink>
          )}
          {course.canEdit && (
            <>
              <IconAction label={t('authors.title')} onClick={() => setOpen('authors')}>
                <Users size={20} aria-hidden="true" />
              </IconAction>
              <IconAction label={t('course.duplicate')} isPending={copy.isPending} onClick={copy.run}>
                <Copy size={20} aria-hidden="true" />
              </IconAction>
              {course.status !== 'ARCHIVED' && (
                <IconAction label={t('archive.archive')} onClick={() => setOpen('archive')}>
                  <Archive size={20} aria-hidden="true" />
                </IconAction>
              )}
              {course.hasUnpublishedChanges && (
                <IconAction label={t('changes.discard')} onClick={() => setOpen('discard')}>
                  <Undo2 size={20} aria-hidden="true" />
                </IconAction>
              )}
              {(!isPublished || hasChanges) && (
                <Button variant="good" onClick={() => setOpen('publish')}>
                  {isPublished ? t('changes.publishOpen') : t('publish.open')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      <FormError text={copy.error} />
      {course.canEdit && (
        <>
          <ScheduleNote course={course} />
          <ReviewNote course={course} />
        </>
      )}
      {isAdmin && course.takenOverFrom !== null && <TakenOverNote course={course} />}
      {!course.canEdit && <ReadOnlyNote course={course} copy={copy} isAdmin={isAdmin} />}
      <PublishDialog course={course} isOpen={open === 'publish'} onClose={close} />
      <DiscardDialog
        isOpen={open === 'discard'}
        onClose={close}
        text={t('changes.discardCourse')}
        onDiscard={async () => {
          await discardChanges(course)
          showToast(t('changes.discarded'))
        }}
      />
      <ArchiveDialog course={course} isOpen={open === 'archive'} onClose={close} />
      <AuthorsDialog course={course} isOpen={open === 'authors'} onClose={close} />
    </header>
  )
}

interface ActionGiven {
  label: string
  onClick: () => void
  isPending?: boolean
  children: ReactNode
}

function IconAction({ label, children, ...button }: ActionGiven) {
  return (
    <Button variant="secondary" aria-label={label} title={label} {...button}>
      {children}
    </Button>
  )
}

/** Opens a copy of the course, which the author owns. */
function useCopy({ id }: Api.EditedCourse) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const copy = async () => {
    const { data } = await lyceum.call('POST /admin/courses/{id}/duplicate', { path: { id } })
    void queryClient.invalidateQueries({ queryKey: ['GET /admin/courses'] })
    showToast(t('course.copied'))
    await navigate({ to: coursePath(data.id) })
  }
  return { isPending: submit.isPending, error: submit.error, run: () => void submit.run(copy) }
}

/** Why the author cannot change the course, and what can be done instead. */
function ReadOnlyNote({
  course,
  copy,
  isAdmin,
}: Given & { copy: ReturnType<typeof useCopy>; isAdmin: boolean }) {
  const { t } = useText()
  const isShipped = course.origin === 'PACK'
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-4 rounded-card bg-primary-soft p-5">
      <p className="max-w-2xl font-semibold text-ink">
        {isShipped ? t('course.shippedText') : t('course.ofOthersText')}
      </p>
      {isShipped && (
        <div className="flex flex-wrap gap-3">
          {isAdmin && <TakeOverButton course={course} />}
          <Button icon={<Copy size={20} aria-hidden="true" />} isPending={copy.isPending} onClick={copy.run}>
            {t('course.makeCopy')}
          </Button>
        </div>
      )}
    </div>
  )
}
