import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { BadgeActions } from '../badges/badge-actions.tsx'
import { BadgeEditor } from '../badges/badge-editor.tsx'
import { BadgeTag } from '../badges/badge-tag.tsx'
import { useSegment } from '../frame/console-link.tsx'
import { ItemHeader } from '../frame/item-header.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { BADGES_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** A new badge, or a stored one. */
export default function Badge() {
  const badgeType = useSegment('badgeType')
  return badgeType === 'new' ? <NewBadge /> : <StoredBadge key={badgeType} badgeType={badgeType} />
}

function NewBadge() {
  const { t } = useScreenText()
  return (
    <>
      <ItemHeader list={BADGES_PATH} listName={t('nav.badges')} title={t('badges.new')} />
      <BadgeEditor stored={undefined} />
    </>
  )
}

function StoredBadge({ badgeType }: { badgeType: string }) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /admin/badges/{badgeType}', { path: { badgeType } })
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const badge = data.data
  return (
    <>
      <ItemHeader
        list={BADGES_PATH}
        listName={t('nav.badges')}
        title={badge.name}
        tag={<BadgeTag status={badge.status} />}
        actions={<BadgeActions badge={badge} />}
      />
      <BadgeEditor stored={badge} />
    </>
  )
}
