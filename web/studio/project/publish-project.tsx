import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { findInText } from '../course/load-checklist.ts'
import { useText } from '../use-text.ts'
import { checkProject, type ProjectFinding } from './check-project.ts'
import { moveProject } from './project-query.ts'

interface Given {
  project: Api.EditedCapstone
  isOpen: boolean
  onClose: () => void
}

/** The checklist before a project is published. Errors must be corrected first; hints need not. */
export function PublishProject({ project, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('publish.title')}>
      <Checklist project={project} onClose={onClose} />
    </Sheet>
  )
}

async function loadFindings(project: Api.EditedCapstone): Promise<ProjectFinding[]> {
  const [{ data: course }, inText] = await Promise.all([
    lyceum.call('GET /admin/courses/{id}', { path: { id: project.courseId } }),
    findInText(project.description),
  ])
  return checkProject({ project, isCoursePublished: course.status === 'PUBLISHED', inText })
}

function Checklist({ project, onClose }: Omit<Given, 'isOpen'>) {
  const { t } = useText()
  const submit = useSubmit()
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.project-checklist', project.id, project.version],
    queryFn: () => loadFindings(project),
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
  const hasErrors = data.some(({ severity }) => severity === 'error')
  const publish = async () => {
    const isDone = await submit.run(async () => {
      await moveProject(project.id, 'publish')
      showToast(t('project.published'))
    })
    if (isDone) onClose()
  }
  return (
    <>
      <Findings findings={data} />
      <div className="mt-5 grid gap-4">
        {hasErrors && <p className="font-semibold text-ink-2">{t('publish.blocked')}</p>}
        <FormError text={submit.error} />
        <Button
          variant="good"
          isWide
          isPending={submit.isPending}
          disabled={hasErrors}
          onClick={() => void publish()}
        >
          {t('project.publish')}
        </Button>
      </div>
    </>
  )
}

function Findings({ findings }: { findings: readonly ProjectFinding[] }) {
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
      {findings.map(({ rule, severity, detail }, index) => {
        const isError = severity === 'error'
        const Icon = isError ? CircleAlert : Lightbulb
        const tone = isError ? 'text-bad' : 'text-gold-text'
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the findings are read once and never change their order.
            key={index}
            className={`flex min-h-14 items-start gap-3 rounded-2xl p-3.5 ${isError ? 'bg-bad-soft' : 'bg-gold-soft'}`}
          >
            <Icon size={21} aria-hidden="true" className={`mt-0.5 flex-none ${tone}`} />
            <span className="min-w-0">
              <span className={`block font-bold ${tone}`}>
                <span className="sr-only">{t(`publish.${severity}`)}: </span>
                {t(`rule.${rule}`)}
              </span>
              {detail && (
                <span dir="auto" className="block break-words text-sm text-ink-2">
                  {detail}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
