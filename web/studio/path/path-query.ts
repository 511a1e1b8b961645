import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { isSamePath, type PathFields, pathFieldsOf, pathPatchOf } from './path-fields.ts'

const PAGE = 100

const pathKey = (id: string) => apiKey('GET /admin/learning-paths/{id}', { path: { id } })

export function storePath(path: Api.EditedLearningPath): void {
  queryClient.setQueryData(pathKey(path.id), { success: true, data: path })
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/learning-paths'] })
}

export const cachedPath = (id: string): Api.EditedLearningPath | undefined =>
  queryClient.getQueryData<{ data: Api.EditedLearningPath }>(pathKey(id))?.data

export const reloadPath = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: pathKey(id) })

/** All courses that the author may put into a path: the published ones and the own ones. */
export const useAllCourses = () =>
  useQuery({ queryKey: ['studio.all-courses'], queryFn: loadCourses, staleTime: 0 })

async function loadCourses(): Promise<Api.ListedCourse[]> {
  const courses: Api.ListedCourse[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await lyceum.call('GET /admin/courses', { query: { page, limit: PAGE } })
    courses.push(...data)
    if (data.length === 0 || courses.length >= meta.total)
      return courses.filter(({ status }) => status !== 'ARCHIVED')
  }
}

export type PathForm = VersionedForm<PathFields>

/** The form of a path. Learners see the changes of a published path as soon as they are saved. */
export function usePathForm(path: Api.EditedLearningPath): PathForm {
  return useVersionedForm(path, {
    kind: 'path',
    fieldsOf: pathFieldsOf,
    isSame: isSamePath,
    send: async (fields, to) => {
      const { data } = await lyceum.call('PATCH /admin/learning-paths/{id}', {
        path: { id: path.id },
        headers: { 'if-match': `"${to.version}"` },
        body: pathPatchOf(fields, to.fields),
      })
      return data
    },
    onSaved: storePath,
  })
}
