import { queryClient } from '../../ui/api/query-client.ts'
import { useRequestKey } from './use-request-key.ts'

/**
 * Sends a request with one key for each input, and then reads what is stored again: also after a lost response, when the
 * request may have taken effect, and after a refusal, when others may have changed it.
 */
export function useSave() {
  const keys = useRequestKey()
  return async <Answer>(
    input: unknown,
    send: (idempotencyKey: string) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await send(keys.of(input))
    } catch (fault) {
      keys.onFault(input, fault)
      throw fault
    } finally {
      await queryClient.invalidateQueries()
    }
  }
}
