import { Check, Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useScreenText } from '../use-text.ts'
import { groupedCode, referralLink } from './referral-link.ts'

const COPIED_MS = 2_000

/** The own code and link, to copy and to share. */
export function Invitation({ code }: { code: string }) {
  const { t } = useScreenText()
  const [isCopied, setCopied] = useState(false)
  const link = referralLink(location.origin, code)
  const copy = async () => {
    try {
      await copyText(link)
      setCopied(true)
      setTimeout(() => setCopied(false), COPIED_MS)
    } catch {
      showToast(t('refer.copyByHand'), 'bad')
    }
  }
  return (
    <section className="rounded-card bg-linear-to-br from-[var(--hero-1)] via-[var(--hero-2)] to-[var(--hero-3)] p-5 text-center text-[var(--on-hero)] shadow-card sm:p-6">
      <h2 className="text-[15px] font-semibold">{t('refer.code')}</h2>
      <p dir="ltr" className="mt-1 text-[36px] leading-tight font-extrabold tracking-[0.08em]">
        {groupedCode(code)}
      </p>
      <p dir="ltr" className="mt-1 text-sm [overflow-wrap:anywhere]">
        {link}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="hero"
          className="flex-1"
          onClick={() => void copy()}
          icon={isCopied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
        >
          <span aria-live="polite">{isCopied ? t('code.copied') : t('battle.copyLink')}</span>
        </Button>
        {'share' in navigator && (
          <Button
            variant="hero"
            className="flex-1"
            onClick={() => void navigator.share({ url: link, text: t('refer.shareText') }).catch(() => {})}
            icon={<Share2 size={20} aria-hidden="true" />}
          >
            {t('battle.share')}
          </Button>
        )}
      </div>
    </section>
  )
}
