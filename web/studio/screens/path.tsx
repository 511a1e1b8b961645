import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { CoverCard } from '../course/cover-card.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useSegment } from '../frame/studio-link.tsx'
import { PathConflict } from '../path/path-conflict.tsx'
import { PathCourses } from '../path/path-courses.tsx'
import { PathDetails, ReadOnlyPath } from '../path/path-details.tsx'
import { PathHeader } from '../path/path-header.tsx'
import { usePathForm } from '../path/path-query.ts'

const COLUMNS = 'mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]'

/** A learning path: its courses in order, and its details. */
export default function Path() {
  const id = useSegment('pathId')
  const { data, error, refetch } = useApi('GET /admin/learning-paths/{id}', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const path = data.data
  if (path.canEdit) return <PathEditor key={path.id} path={path} />
  return (
    <>
      <PathHeader path={path} />
      <div className={COLUMNS}>
        <PathCourses ids={path.courseIds} error={undefined} onChange={undefined} />
        <div className="grid gap-6">
          <CoverCard of="learning-paths" id={path.id} canEdit={false} />
          <ReadOnlyPath path={path} />
        </div>
      </div>
    </>
  )
}

function PathEditor({ path }: { path: Api.EditedLearningPath }) {
  const form = usePathForm(path)
  const { submit, fields, change } = form
  const save = async () => {
    if (submit.isPending || form.theirs) return false
    return !form.isChanged || form.save()
  }
  return (
    <>
      <PathHeader path={path} save={save} />
      <div className={`${COLUMNS} xl:grid-rows-[auto_1fr]`}>
        <form
          data-saves=""
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <PathCourses
            ids={fields.courseIds}
            error={submit.errorOf('courseIds')}
            onChange={(courseIds) => change({ courseIds })}
          />
          <div className="xl:row-span-2">
            {form.theirs ? (
              <PathConflict form={form} />
            ) : (
              <PathDetails form={form} isPublished={path.status === 'PUBLISHED'} />
            )}
          </div>
        </form>
        {/* Its dialog has a form of its own. */}
        <CoverCard of="learning-paths" id={path.id} canEdit />
      </div>
    </>
  )
}
