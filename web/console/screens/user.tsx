import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useSegment } from '../frame/console-link.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { LedgerSection } from '../user/ledger-section.tsx'
import { ModeratedUser } from '../user/moderated-user.tsx'
import { CertificatesSection, OrdersSection } from '../user/money-sections.tsx'
import { NotesSection } from '../user/notes-section.tsx'
import {
  AuditSection,
  DevicesSection,
  LearningSection,
  ReferralsSection,
  SessionsSection,
} from '../user/side-sections.tsx'
import { UserActions } from '../user/user-actions.tsx'
import { UserHeader } from '../user/user-header.tsx'
import { UserTiles } from '../user/user-tiles.tsx'

/** Moderators see who a user is; other staff see everything. */
export default function User() {
  const id = useSegment('userId')
  return useUser().role === 'MODERATOR' ? <ModeratedUser id={id} /> : <WholeUser id={id} />
}

/** A user in one request: who it is, where the gems went, what staff did. */
function WholeUser({ id }: { id: string }) {
  const { data, error, refetch } = useApi('GET /admin/users/{id}/overview', { path: { id } })
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const overview = data.data
  return (
    <div key={overview.user.id} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <UserHeader user={overview.user} actions={<UserActions overview={overview} />} />
      <UserTiles overview={overview} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LedgerSection overview={overview} />
          <OrdersSection overview={overview} />
          <CertificatesSection overview={overview} />
          <ReferralsSection overview={overview} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <AuditSection overview={overview} />
          <NotesSection overview={overview} />
          <LearningSection overview={overview} />
          <SessionsSection overview={overview} />
          <DevicesSection overview={overview} />
        </div>
      </div>
    </div>
  )
}
