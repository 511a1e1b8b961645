import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Dialog } from '../../ui/components/dialog.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { UNWRITTEN } from '../checklist.ts'
import { StudioLink, useStudioNavigate } from '../frame/studio-link.tsx'
import { HOME_PATH, projectPath } from '../paths.ts'
import { useText } from '../use-text.ts'

const PAGE = 100

/** Asks for a title and the course, and leads to the page of the new project. */
export function NewProjectDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('projects.new')}>
      <NewProject onClose={onClose} />
    </Dialog>
  )
}

/** The courses that the author may change and that have no project yet, also none as a draft. */
async function loadCourses(): Promise<Api.ListedCourse[]> {
  const courses: Api.ListedCourse[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await lyceum.call('GET /admin/courses', { query: { page, limit: PAGE } })
    courses.push(...data)
    if (data.length === 0 || courses.length >= meta.total) break
  }
  const taken = new Set<string>()
  for (let page = 1; ; page++) {
    const { data, meta } = await lyceum.call('GET /admin/capstones', { query: { page, limit: PAGE } })
    for (const { courseId } of data) taken.add(courseId)
    if (data.length === 0 || page * PAGE >= meta.total) break
  }
  return courses.filter(({ id, canEdit, status }) => canEdit && status !== 'ARCHIVED' && !taken.has(id))
}

function NewProject({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.courses-without-project'],
    queryFn: loadCourses,
    staleTime: 0,
    gcTime: 0,
  })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="mt-4 grid gap-4">
        <LoadingNote />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  if (data.length === 0)
    return (
      <>
        <p className="mt-4 text-ink-2">{t('projects.needsCourse')}</p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <StudioLink to={HOME_PATH} className={buttonClass({})}>
            {t('nav.courses')}
          </StudioLink>
        </div>
      </>
    )
  return <NewProjectForm courses={data} onClose={onClose} />
}

function NewProjectForm({ courses, onClose }: { courses: Api.ListedCourse[]; onClose: () => void }) {
  const { t } = useText()
  const navigate = useStudioNavigate()
  const submit = useSubmit()
  const [title, setTitle] = useState('')
  const [courseId, setCourseId] = useState(courses[0]!.id)
  const create = async () => {
    // The API has no project without a brief and a rubric. The checklist names what is not written.
    const { data } = await lyceum.call('POST /admin/capstones', {
      body: {
        courseId,
        title: title.trim(),
        description: UNWRITTEN,
        allowedSubmissionTypes: ['TEXT', 'FILE_UPLOAD'],
        xpReward: 0,
        gemReward: 0,
        rubric: [{ criterion: UNWRITTEN, points: 10 }],
      },
    })
    void queryClient.invalidateQueries({ queryKey: ['GET /admin/capstones'] })
    await navigate({ to: projectPath(data.id) })
  }
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '' && !submit.isPending) void submit.run(create)
      }}
    >
      <TextField
        label={t('projectField.title')}
        hint={t('newCourse.hint')}
        error={submit.errorOf('title')}
        value={title}
        maxLength={200}
        required
        autoFocus
        dir="auto"
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label={t('projects.course')}
        hint={t('projects.courseHint')}
        error={submit.errorOf('courseId')}
        value={courseId}
        onChange={(event) => setCourseId(event.target.value)}
        options={courses.map(({ id, title: text }) => ({ id, text }))}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={title.trim() === ''}>
          {t('projects.create')}
        </Button>
      </div>
    </form>
  )
}
