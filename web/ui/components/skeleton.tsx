import { useUiText } from '../i18n/use-text.ts'

/** A grey placeholder for content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-shimmer rounded-2xl bg-sunken ${className}`} />
}

/** Announces once that a screen is loading; the placeholders are hidden from screen readers. */
export function LoadingNote() {
  const { t } = useUiText()
  return (
    <p role="status" className="sr-only">
      {t('state.loading')}
    </p>
  )
}
