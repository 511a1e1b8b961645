import { EmptyState } from '../ui/components/empty-state.tsx'
import { BackLink, StaffShell } from '../ui/shell/staff-shell.tsx'
import { useText } from './use-text.ts'

const ROLES = ['CREATOR', 'ADMIN'] as const

/** The frame of the studio, which has no screens yet and shows a notice. */
export function Frame() {
  const { t } = useText()
  return (
    <StaffShell name="Studio" roles={ROLES} refusal={t('studio.refusal')}>
      <EmptyState mood="asleep" level="h1" title={t('studio.emptyTitle')} action={<BackLink />}>
        {t('studio.emptyText')}
      </EmptyState>
    </StaffShell>
  )
}
