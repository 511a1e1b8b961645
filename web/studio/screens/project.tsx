import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useSegment } from '../frame/studio-link.tsx'
import { PictureProvider } from '../lesson/pictures.tsx'
import { ViewSwitch } from '../lesson/view-switch.tsx'
import { ProjectConflict } from '../project/project-conflict.tsx'
import { ProjectDetails, ReadOnlyProject } from '../project/project-details.tsx'
import { projectFieldsOf } from '../project/project-fields.ts'
import { ProjectHeader } from '../project/project-header.tsx'
import { ProjectPreview } from '../project/project-preview.tsx'
import { useProjectForm } from '../project/project-query.ts'

const COLUMNS =
  'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:mt-6 xl:grid-cols-[minmax(0,1fr)_400px]'
const PREVIEW = 'h-[640px] xl:sticky xl:top-8 xl:block xl:h-[min(720px,calc(100dvh-64px))]'

/** The capstone project of a course: its brief, its rubric, and what a learner sees. */
export default function Project() {
  const id = useSegment('projectId')
  const { data, error, refetch } = useApi('GET /admin/capstones/{id}', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const project = data.data
  if (project.canEdit)
    return (
      <PictureProvider key={project.id}>
        <ProjectEditor project={project} />
      </PictureProvider>
    )
  return (
    <>
      <ProjectHeader project={project} />
      <div className={COLUMNS}>
        <ReadOnlyProject project={project} />
        <div className={PREVIEW}>
          <ProjectPreview fields={projectFieldsOf(project)} />
        </div>
      </div>
    </>
  )
}

function ProjectEditor({ project }: { project: Api.EditedCapstone }) {
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const form = useProjectForm(project)
  const save = async () => {
    if (form.submit.isPending || form.theirs) return false
    return !form.isChanged || form.save()
  }
  return (
    <>
      <ProjectHeader project={project} save={save} />
      <div className="mt-4 flex justify-end xl:hidden">
        <ViewSwitch view={view} onView={setView} />
      </div>
      <div className={COLUMNS}>
        <form
          data-saves=""
          noValidate
          className={view === 'preview' ? 'hidden xl:block' : ''}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {form.theirs ? (
            <ProjectConflict form={form} />
          ) : (
            <ProjectDetails form={form} isPublished={project.status === 'PUBLISHED'} />
          )}
        </form>
        <div className={`${PREVIEW} ${view === 'edit' ? 'hidden' : ''}`}>
          <ProjectPreview fields={form.fields} />
        </div>
      </div>
    </>
  )
}
