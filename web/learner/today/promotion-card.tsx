import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { useScreenText } from '../use-text.ts'
import { promotionTarget } from './promotion-target.ts'

/** A response counts for the frequency cap of a promotion, so it is used for long. */
const STALE_MS = 30 * 60_000
const KEY = apiKey('GET /promotions/active')

type Promotion = Api.Banner & Partial<Pick<Api.Popup, 'bodyText' | 'dismissible'>>

/** What the site wants to tell, one message at a time, below the learner's own things. Never in front of them. */
export default function PromotionCard() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => lyceum.call('GET /promotions/active', { signal }),
    staleTime: STALE_MS,
  })
  const promotion: Promotion | undefined = data?.popup ?? data?.banners[0]
  if (!promotion) return null
  const dismiss = () => {
    report(promotion.id, 'DISMISS')
    client.setQueryData(KEY, { ...data!, popup: null })
  }
  return <Shown key={promotion.id} promotion={promotion} onDismiss={dismiss} />
}

function Shown({ promotion, onDismiss }: { promotion: Promotion; onDismiss: () => void }) {
  const { t } = useScreenText()
  const titleId = useId()
  const { id, title, subtitle, bodyText, imageUrl, dismissible } = promotion
  const onShown = useEffectEvent(() => report(id, 'IMPRESSION'))
  useEffect(() => onShown(), [])
  const image = imageUrl === null ? undefined : ownFile(imageUrl)
  return (
    <Card as="section" aria-labelledby={titleId} data-momentary="" className="relative flex gap-4">
      {/* The app shows pictures of its own origin only. */}
      {image?.startsWith('/') && <img src={image} alt="" className="size-14 flex-none" loading="lazy" />}
      <div className="min-w-0 flex-1">
        <p className="text-[13px] font-bold text-ink-2">{t('promotion.label')}</p>
        <h2 id={titleId} dir="auto" className={`text-lg ${dismissible ? 'pe-8' : ''}`}>
          {title}
        </h2>
        {subtitle && (
          <p dir="auto" className="mt-1 text-ink-2">
            {subtitle}
          </p>
        )}
        {bodyText && (
          <p dir="auto" className="mt-1 text-ink-2">
            {bodyText}
          </p>
        )}
        <CallToAction promotion={promotion} />
      </div>
      {dismissible && (
        <button
          type="button"
          aria-label={t('promotion.dismiss')}
          onClick={onDismiss}
          className="absolute end-1.5 top-1.5 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken"
        >
          <X size={20} aria-hidden="true" />
        </button>
      )}
    </Card>
  )
}

function CallToAction({ promotion }: { promotion: Promotion }) {
  const target = promotionTarget(promotion)
  if (!promotion.ctaText || !target) return null
  const look = {
    className: `mt-3 ${buttonClass({ variant: 'secondary', size: 'small' })}`,
    onClick: () => report(promotion.id, 'CLICK'),
  }
  return target.isExternal ? (
    <a href={target.address} target="_blank" rel="noopener noreferrer" {...look}>
      {promotion.ctaText}
    </a>
  ) : (
    <Link to={target.address} {...look}>
      {promotion.ctaText}
    </Link>
  )
}

/** A report that is lost costs a number of the statistics and nothing else. */
function report(id: string, eventType: 'IMPRESSION' | 'CLICK' | 'DISMISS'): void {
  lyceum.call('POST /promotions/{id}/event', { path: { id }, body: { eventType } }).catch(() => undefined)
}
