import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'

interface ToastMessage {
  id: number
  tone: 'good' | 'bad'
  text: string
}

const SHOWN_MS = 5_000
let current: readonly ToastMessage[] = []
let counter = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastMessage[]): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows briefly what happened. It never contains the only control of an action. */
export function showToast(text: string, tone: ToastMessage['tone'] = 'good', shownMs = SHOWN_MS): void {
  const id = ++counter
  change([...current.slice(-2), { id, tone, text }])
  setTimeout(() => change(current.filter((toast) => toast.id !== id)), shownMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribe, () => current)
  return (
    <div
      role="status"
      data-momentary=""
      className="pointer-events-none fixed inset-x-0 bottom-[calc(88px+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 px-4 lg:bottom-8"
    >
      {toasts.map(({ id, tone, text }) => (
        <p
          key={id}
          className="flex max-w-md animate-rise items-center gap-3 rounded-2xl bg-ink px-4 py-3 font-semibold text-bg shadow-float"
        >
          {tone === 'good' ? (
            <CircleCheck size={20} aria-hidden="true" />
          ) : (
            <CircleAlert size={20} aria-hidden="true" />
          )}
          {text}
        </p>
      ))}
    </div>
  )
}
