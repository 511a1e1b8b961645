import { BookOpen, ChevronLeft, ClipboardCheck, Eye, History, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { StatusPill } from '../courses/status-pill.tsx'
import { StudioLink } from '../frame/studio-link.tsx'
import { coursePath, PROJECTS_PATH, SUBMISSIONS_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ProjectHistory } from './project-history.tsx'
import { moveProject } from './project-query.ts'
import { PublishProject } from './publish-project.tsx'

interface Given {
  project: Api.EditedCapstone
  /** Saves what is typed; false if that failed. Undefined for a project that the author may not change. */
  save?: () => Promise<boolean>
}

/** The title, the status and what can be done with the project. */
export function ProjectHeader({ project, save }: Given) {
  const { t } = useText()
  const [open, setOpen] = useState<'publish' | 'archive' | 'history'>()
  const { id, courseId, status, canEdit } = project
  const close = () => setOpen(undefined)
  const isPublished = status === 'PUBLISHED'
  return (
    <header>
      <StudioLink
        to={PROJECTS_PATH}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 font-bold text-ink-2 hover:text-ink"
      >
        <ChevronLeft size={22} className="rtl:rotate-180" aria-hidden="true" />
        {t('nav.projects')}
      </StudioLink>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 dir="auto" className="break-words text-[27px] lg:text-[32px]">
            {project.title}
          </h1>
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
            <StatusPill status={status} />
            <StudioLink
              to={coursePath(courseId)}
              className="inline-flex min-h-11 items-center gap-1.5 font-bold text-primary hover:underline"
            >
              <BookOpen size={17} aria-hidden="true" />
              <bdi>{project.courseTitle}</bdi>
            </StudioLink>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          {isPublished && (
            <a href={`/learn/${courseId}/project`} className={buttonClass({ variant: 'secondary' })}>
              <Eye size={20} aria-hidden="true" />
              {t('course.view')}
            </a>
          )}
          {canEdit && (
            <>
              <Button
                variant="secondary"
                aria-label={t('history.title')}
                title={t('history.title')}
                onClick={() => setOpen('history')}
              >
                <History size={20} aria-hidden="true" />
              </Button>
              <StudioLink
                to={SUBMISSIONS_PATH}
                search={{ course: courseId }}
                className={buttonClass({ variant: 'secondary' })}
              >
                <ClipboardCheck size={20} aria-hidden="true" />
                {t('nav.submissions')}
              </StudioLink>
              {isPublished ? (
                <Button
                  variant="secondary"
                  icon={<Undo2 size={20} aria-hidden="true" />}
                  onClick={() => setOpen('archive')}
                >
                  {t('project.withdraw')}
                </Button>
              ) : (
                <Button
                  variant="good"
                  onClick={async () => {
                    if (!save || (await save())) setOpen('publish')
                  }}
                >
                  {t('publish.open')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {!canEdit && (
        <p className="mt-5 rounded-card bg-primary-soft p-5 font-semibold">
          {project.origin === 'PACK' ? t('project.shippedText') : t('project.ofOthersText')}
        </p>
      )}
      <PublishProject project={project} isOpen={open === 'publish'} onClose={close} />
      <ProjectHistory project={project} isOpen={open === 'history'} onClose={close} />
      <WithdrawDialog id={id} isOpen={open === 'archive'} onClose={close} />
    </header>
  )
}

function WithdrawDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  const submit = useSubmit()
  const withdraw = async () => {
    const isDone = await submit.run(async () => {
      await moveProject(id, 'archive')
      showToast(t('project.withdrawn'))
    })
    if (isDone) onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('project.withdrawTitle')} role="alertdialog">
      <p className="mt-3 text-ink-2">{t('project.withdrawText')}</p>
      <div className="mt-5 grid gap-4">
        <FormError text={submit.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button variant="bad" isPending={submit.isPending} onClick={() => void withdraw()}>
            {t('project.withdraw')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
