import { useNavigate } from '@tanstack/react-router'
import { LyceumError } from '../../../../packages/client/src/lyceum-error.ts'
import { queryClient } from '../../../ui/api/query-client.ts'

/**
 * Creates an order and opens its page. A refusal can name an order that exists all the same, and a used quote means that
 * the answer to an earlier attempt was lost: then the page of that order, or the list, is opened as well.
 */
export function useOpenOrder() {
  const navigate = useNavigate()
  const openOrder = (orderId: string) =>
    navigate({ to: '/wallet/orders/$orderId', params: { orderId }, replace: true })
  return async (create: () => Promise<{ data: { orderId: string } }>): Promise<void> => {
    try {
      const { data } = await create()
      await openOrder(data.orderId)
    } catch (fault) {
      if (!(fault instanceof LyceumError)) throw fault
      if (typeof fault.extra.orderId === 'string') await openOrder(fault.extra.orderId)
      else if (fault.code === 'QUOTE_ALREADY_USED') await navigate({ to: '/wallet/orders', replace: true })
      else throw fault
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['GET /payment/orders'] })
    }
  }
}
