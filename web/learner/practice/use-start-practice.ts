import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'

type PracticeTarget = { lessonId: string } | { skill: string }

/** Starts a round of practice, or continues the open one, and opens it. */
export function useStartPractice({ replace = false }: { replace?: boolean } = {}) {
  const navigate = useNavigate()
  const { isPending, error, run } = useSubmit()
  const start = (body: PracticeTarget) =>
    run(async () => {
      const { data } = await lyceum.call('POST /practice/rounds', { body })
      const { roundId } = data
      queryClient.setQueryData(apiKey('GET /practice/rounds/{roundId}', { path: { roundId } }), {
        success: true,
        data,
      })
      await navigate({ to: '/practice/$roundId', params: { roundId }, replace })
    })
  return { start, isPending, error }
}
