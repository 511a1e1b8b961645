import type { CSSProperties } from 'react'
import { ownFile } from '../../ui/api/own-file.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { useText } from '../use-text.ts'
import { previewTokens } from './accents.ts'

interface Given {
  name: string
  accent: string
  logoUrl: string | null
}

/** What learners see with these settings. It is a picture: nothing in it can be pressed. */
export function SitePreview({ name, accent, logoUrl }: Given) {
  const { t } = useText()
  return (
    <figure className="rounded-[28px] border border-line bg-sunken p-5">
      <div
        aria-hidden="true"
        style={previewTokens(accent) as CSSProperties}
        className="mx-auto grid max-w-72 gap-4 rounded-[24px] border border-line bg-bg p-5 shadow-float"
      >
        <Logo name={name || '…'} picture={logoUrl && ownFile(logoUrl)} />
        <div className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
          <span className="justify-self-start rounded-full bg-primary-soft px-3 py-1.5 text-[13px] font-bold leading-none text-primary">
            {t('settings.previewTag')}
          </span>
          <span className="text-[19px] font-extrabold leading-tight">{t('settings.previewTitle')}</span>
          <span className="h-2 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full w-3/5 rounded-full bg-primary" />
          </span>
          <span className={buttonClass({ isWide: true })}>{t('settings.previewButton')}</span>
        </div>
      </div>
      <figcaption className="mt-4 text-center text-sm text-ink-2">{t('settings.preview')}</figcaption>
    </figure>
  )
}
