import { EmptyState } from '../ui/components/empty-state.tsx'
import { BackLink, StaffShell } from '../ui/shell/staff-shell.tsx'
import { useText } from './use-text.ts'

const ROLES = ['SUPPORT', 'ADMIN'] as const

/** The frame of the console, which has no screens yet and shows a notice. */
export function Frame() {
  const { t } = useText()
  return (
    <StaffShell name="Console" roles={ROLES} refusal={t('console.refusal')}>
      <EmptyState mood="asleep" level="h1" title={t('console.emptyTitle')} action={<BackLink />}>
        {t('console.emptyText')}
      </EmptyState>
    </StaffShell>
  )
}
