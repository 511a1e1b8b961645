import { describeFault } from '../api/describe-fault.ts'
import { useUiText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface Given {
  fault: unknown
  onRetry?: () => void
  level?: 'h1' | 'h2'
}

/** Shows the error message of the service and the request id for its operator. */
export function ErrorState({ fault, onRetry, level = 'h2' }: Given) {
  const { t } = useUiText()
  const { kind, message, requestId } = describeFault(fault)
  const title =
    kind === 'offline'
      ? t('error.offlineTitle')
      : kind === 'refused'
        ? t('error.refusedTitle')
        : t('error.title')
  return (
    <div role="alert">
      <EmptyState
        mood="lost"
        title={title}
        level={level}
        action={onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
      >
        <p>{kind === 'offline' ? t('error.offlineText') : (message ?? t('error.text'))}</p>
        {requestId && (
          <p className="mt-3 text-[13px] text-ink-3">{t('error.requestId', { id: requestId })}</p>
        )}
      </EmptyState>
    </div>
  )
}
