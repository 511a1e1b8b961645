import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { isSameProject, type ProjectFields, projectFieldsOf, projectPatchOf } from './project-fields.ts'

const projectKey = (id: string) => apiKey('GET /admin/capstones/{id}', { path: { id } })

export function storeProject(project: Api.EditedCapstone): void {
  queryClient.setQueryData(projectKey(project.id), { success: true, data: project })
  void queryClient.invalidateQueries({ queryKey: ['GET /admin/capstones'] })
}

export const cachedProject = (id: string): Api.EditedCapstone | undefined =>
  queryClient.getQueryData<{ data: Api.EditedCapstone }>(projectKey(id))?.data

export const reloadProject = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: projectKey(id) })

/** Publishes or withdraws the version that the page shows. After another edit the page shows the new one. */
export async function moveProject(id: string, to: 'publish' | 'archive'): Promise<void> {
  try {
    const { data } = await lyceum.call(`POST /admin/capstones/{id}/${to}`, {
      path: { id },
      headers: { 'if-match': `"${cachedProject(id)!.version}"` },
    })
    storeProject(data)
  } catch (fault) {
    await reloadProject(id)
    throw fault
  }
}

export type ProjectForm = VersionedForm<ProjectFields>

/** The form of a project. Learners see the changes of a published project as soon as they are saved. */
export function useProjectForm(project: Api.EditedCapstone): ProjectForm {
  return useVersionedForm(project, {
    kind: 'project',
    fieldsOf: projectFieldsOf,
    isSame: isSameProject,
    send: async (fields, to) => {
      const { data } = await lyceum.call('PATCH /admin/capstones/{id}', {
        path: { id: project.id },
        headers: { 'if-match': `"${to.version}"` },
        body: projectPatchOf(fields, to.fields),
      })
      return data
    },
    onSaved: storeProject,
  })
}
