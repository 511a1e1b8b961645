import { useEffect, useEffectEvent, useRef } from 'react'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { useApi } from '../../../ui/api/use-api.ts'
import { celebrate } from '../../../ui/player/celebrate.ts'
import { isClosed } from './order-progress.ts'

const POLL_MS = 2_000

/** Reads an order again while it is open and the page is visible. Celebrates and reads the balance when it completes. */
export function useOrder(id: string) {
  const query = useApi('GET /payment/orders/{id}', { path: { id } })
  const order = query.data?.data
  const isOpen = order !== undefined && !isClosed(order)
  const poll = useEffectEvent(() => {
    if (!document.hidden) void query.refetch()
  })
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [isOpen])
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    else if (wasOpen.current) {
      wasOpen.current = false
      void refreshUser()
      if (order?.status === 'COMPLETED') void celebrate()
    }
  }, [isOpen, order?.status])
  return query
}
