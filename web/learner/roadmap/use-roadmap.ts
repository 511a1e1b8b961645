import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useUser } from '../../ui/session/session-store.ts'

const OPERATION = 'GET /learning-path/roadmap/me'
/** How often to look whether the language model has finished. */
const ASK_AGAIN_MS = 4_000

/** The service writes the reasons in the language of the account, so each language has its own response. */
const keyOf = (language: string): QueryKey => [OPERATION, { language }]

/** The roadmap of the learner. It is read again while a language model puts its paths in order. */
export function useRoadmap() {
  const { language } = useUser()
  return useQuery({
    queryKey: keyOf(language),
    queryFn: ({ signal }) => lyceum.call(OPERATION, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'generating' ? ASK_AGAIN_MS : false),
  })
}

/** Shows a roadmap that was just created, until it is read again. */
export function showRoadmap(language: string, roadmap: Api.Roadmap): void {
  queryClient.setQueryData(keyOf(language), { success: true, data: { status: 'completed', roadmap } })
  // A language model may reorder the paths later.
  void queryClient.invalidateQueries({ queryKey: [OPERATION] })
}

/** The goal of the roadmap that was read last. */
export function knownGoal(language: string): string | undefined {
  const answer = queryClient.getQueryData<{ data: { roadmap: Api.Roadmap | null } }>(keyOf(language))
  return answer?.data.roadmap?.careerGoal
}
