import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../../ui/components/error-state.tsx'

/** A screen whose code failed: never a blank page. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <ErrorState fault={error} level="h1" onRetry={reset} />
    </main>
  )
}
