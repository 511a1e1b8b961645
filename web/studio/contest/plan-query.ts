import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { isSamePlan, type PlanFields, planFieldsOf, planPatchOf } from './plan-fields.ts'

const planKey = (id: string) => apiKey('GET /admin/contest-plans/{id}', { path: { id } })

export function storePlan(plan: Api.ContestPlan): void {
  queryClient.setQueryData(planKey(plan.id), { success: true, data: plan })
  void reloadContests()
}

export const cachedPlan = (id: string): Api.ContestPlan | undefined =>
  queryClient.getQueryData<{ data: Api.ContestPlan }>(planKey(id))?.data

export const reloadPlan = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: planKey(id) })

/** The lists are read again. */
export async function reloadContests(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /admin/contest-plans'] })
  await queryClient.invalidateQueries({ queryKey: ['GET /admin/contests'] })
}

export type PlanForm = VersionedForm<PlanFields>

export function usePlanForm(plan: Api.ContestPlan): PlanForm {
  return useVersionedForm(plan, {
    kind: 'contest',
    fieldsOf: planFieldsOf,
    isSame: isSamePlan,
    send: async (fields, to) => {
      const { data } = await lyceum.call('PATCH /admin/contest-plans/{id}', {
        path: { id: plan.id },
        headers: { 'if-match': `"${to.version}"` },
        body: planPatchOf(fields, to.fields),
      })
      return data
    },
    onSaved: storePlan,
  })
}
