import { useUiText } from '../i18n/use-text.ts'

/** A grey shape where something will be. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-shimmer rounded-2xl bg-sunken ${className}`} />
}

/** Says once that a screen loads; the shapes below say nothing to a screen reader. */
export function LoadingNote() {
  const { t } = useUiText()
  return (
    <p role="status" className="sr-only">
      {t('state.loading')}
    </p>
  )
}
