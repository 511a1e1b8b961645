import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../../ui/components/error-state.tsx'

/** Shown instead of a blank page if a screen throws. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <ErrorState fault={error} level="h1" onRetry={reset} />
    </main>
  )
}
