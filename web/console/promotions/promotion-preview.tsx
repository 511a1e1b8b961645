import { X } from 'lucide-react'
import { ownFile } from '../../ui/api/own-file.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { useScreenText } from '../use-text.ts'
import type { PromotionForm } from './promotion-form.ts'

/** The promotion as learners see it on a phone, below their own things. It is a picture: nothing in it can be pressed. */
export function PromotionPreview({ form }: { form: PromotionForm }) {
  const { t } = useScreenText()
  const image = form.imageUrl.trim() === '' ? undefined : ownFile(form.imageUrl.trim())
  const isOwnPicture = image?.startsWith('/')
  return (
    <figure className="rounded-[28px] border border-line bg-sunken p-5">
      <div
        aria-hidden="true"
        className="mx-auto grid min-h-110 max-w-80 content-start gap-3 rounded-[32px] border-6 border-ink bg-bg p-4 shadow-float"
      >
        <Logo name={t('promotions.previewSite')} />
        <div className="h-20 rounded-card bg-sunken" />
        <div className="h-28 rounded-card bg-sunken" />
        <Card className="relative flex gap-4">
          {isOwnPicture && <img src={image} alt="" className="size-14 flex-none" />}
          <div className="min-w-0 flex-1">
            <p className="text-[13px] font-bold text-ink-2">{t('promotions.label')}</p>
            <p
              dir="auto"
              className={`break-words text-lg font-extrabold leading-tight ${form.kind === 'POPUP' && form.dismissible ? 'pe-8' : ''}`}
            >
              {form.title.trim() || '…'}
            </p>
            {form.subtitle.trim() && (
              <p dir="auto" className="mt-1 break-words text-ink-2">
                {form.subtitle}
              </p>
            )}
            {form.kind === 'POPUP' && form.bodyText.trim() && (
              <p dir="auto" className="mt-1 break-words text-ink-2">
                {form.bodyText}
              </p>
            )}
            {form.ctaText.trim() && form.ctaAction !== 'NONE' && (
              <span className={`mt-3 ${buttonClass({ variant: 'secondary', size: 'small' })}`}>
                {form.ctaText}
              </span>
            )}
          </div>
          {form.kind === 'POPUP' && form.dismissible && (
            <span className="absolute end-1.5 top-1.5 grid size-11 place-items-center rounded-full text-ink-2">
              <X size={20} />
            </span>
          )}
        </Card>
      </div>
      <figcaption className="mt-4 text-center text-sm text-ink-2">
        {image && !isOwnPicture ? t('promotions.foreignPicture') : t('promotions.previewText')}
      </figcaption>
    </figure>
  )
}
