import { Archive, Eye } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ActionButton } from '../action/action-button.tsx'
import { useSegment } from '../frame/console-link.tsx'
import { ItemHeader } from '../frame/item-header.tsx'
import { replaces } from '../frame/replaces.ts'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { PROMOTIONS_PATH } from '../paths.ts'
import { PromotionEditor } from '../promotions/promotion-editor.tsx'
import { PromotionFigures } from '../promotions/promotion-figures.tsx'
import { PromotionTag } from '../promotions/promotion-tag.tsx'
import { useScreenText } from '../use-text.ts'

/** A new promotion, or a stored one with its figures. */
export default function Promotion() {
  const id = useSegment('promotionId')
  return id === 'new' ? <NewPromotion /> : <StoredPromotion key={id} id={id} />
}

function NewPromotion() {
  const { t } = useScreenText()
  return (
    <>
      <ItemHeader list={PROMOTIONS_PATH} listName={t('nav.promotions')} title={t('promotions.new')} />
      <PromotionEditor stored={undefined} />
    </>
  )
}

function StoredPromotion({ id }: { id: string }) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /admin/promotions/{id}', { path: { id } })
  if (replaces(error, data)) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  const promotion = data.data
  return (
    <>
      <ItemHeader
        list={PROMOTIONS_PATH}
        listName={t('nav.promotions')}
        title={promotion.title}
        tag={<PromotionTag promotion={promotion} />}
        actions={<Visibility promotion={promotion} />}
      />
      <PromotionEditor stored={promotion} />
      <div className="mt-6">
        <PromotionFigures id={id} />
      </div>
    </>
  )
}

/** Publishes what is stored, or takes it away from learners. The keys keep an open dialog from turning into the other one. */
function Visibility({ promotion: { id, title, isEnabled } }: { promotion: Api.Promotion }) {
  const { t } = useScreenText()
  const path = { id }
  return isEnabled ? (
    <ActionButton
      key="archive"
      opener={t('promotions.archive')}
      icon={<Archive size={17} aria-hidden="true" />}
      title={t('promotions.archiveTitle', { title })}
      effect={t('promotions.archiveEffect')}
      label={t('promotions.archive')}
      done={t('promotions.archived')}
      needsReason={false}
      isDangerous
      input={{ id }}
      send={(_, idempotencyKey) =>
        lyceum.call('POST /admin/promotions/{id}/archive', { path, idempotencyKey })
      }
    />
  ) : (
    <ActionButton
      key="publish"
      opener={t('promotions.publish')}
      icon={<Eye size={17} aria-hidden="true" />}
      title={t('promotions.publishTitle', { title })}
      effect={t('promotions.publishEffect')}
      label={t('promotions.publish')}
      done={t('promotions.published')}
      needsReason={false}
      input={{ id }}
      send={(_, idempotencyKey) =>
        lyceum.call('POST /admin/promotions/{id}/publish', { path, idempotencyKey })
      }
    />
  )
}
