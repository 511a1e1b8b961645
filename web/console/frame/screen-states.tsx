import type { ErrorComponentProps } from '@tanstack/react-router'
import { buttonClass } from '../../ui/components/button-class.ts'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { HOME_PATH } from '../paths.ts'
import { useText } from '../use-text.ts'
import { ConsoleLink } from './console-link.tsx'

/** The placeholder of a screen while its code or data loads. */
export function ScreenLoading() {
  return (
    <div className="grid gap-4">
      <LoadingNote />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  )
}

/** Shown instead of a blank page if a screen throws. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return <ErrorState fault={error} level="h1" onRetry={reset} />
}

export function ScreenNotFound() {
  const { t } = useText()
  return (
    <EmptyState
      level="h1"
      mood="lost"
      title={t('console.notFound')}
      action={
        <ConsoleLink to={HOME_PATH} className={buttonClass({})}>
          {t('nav.attention')}
        </ConsoleLink>
      }
    />
  )
}

/** For a section that another role has. The service refuses its requests as well. */
export function ScreenRefused() {
  const { t } = useText()
  return <EmptyState level="h1" mood="lost" title={t('console.adminOnly')} />
}
