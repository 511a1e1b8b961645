import { BadgeCheck, Check, Copy, Download, ExternalLink, Share2, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { settings } from '../../ui/api/settings.ts'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useScreenText } from '../use-text.ts'
import { certificateFile, linkedInUrl } from './certificate-links.ts'

const SHOWN_MS = 2_000

/** Everything an owner does with a certificate: show, download, share. */
export function SharePanel({ certificate }: { certificate: Api.Certificate }) {
  const { t } = useScreenText()
  const { certificateNumber, courseTitle, viewUrl } = certificate
  return (
    <Card className="grid gap-2.5">
      <CopyLink url={viewUrl} />
      {'share' in navigator && (
        <Button
          variant="secondary"
          icon={<Share2 size={19} aria-hidden="true" />}
          // The user may close the dialog of the device, which is an error there and not here.
          onClick={() => void navigator.share({ title: courseTitle, url: viewUrl }).catch(() => undefined)}
        >
          {t('certificates.share')}
        </Button>
      )}
      <a
        href={linkedInUrl(certificate, settings.siteName)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'secondary' })}
      >
        <ExternalLink size={19} aria-hidden="true" />
        {t('certificates.linkedIn')}
      </a>
      <ul className="mt-2 grid border-line border-t pt-2">
        <File
          href={certificateFile(certificateNumber, 'pdf')}
          icon={<Download size={19} aria-hidden="true" />}
        >
          {t('certificates.pdf')}
        </File>
        <File
          href={certificateFile(certificateNumber, 'png')}
          icon={<Download size={19} aria-hidden="true" />}
        >
          {t('certificates.png')}
        </File>
        {settings.hasWalletPass && (
          <File
            href={certificateFile(certificateNumber, 'pkpass')}
            icon={<Wallet size={19} aria-hidden="true" />}
          >
            {t('certificates.appleWallet')}
          </File>
        )}
        <File
          href={certificateFile(certificateNumber, 'json')}
          icon={<BadgeCheck size={19} aria-hidden="true" />}
        >
          {t('certificates.wallet')}
        </File>
      </ul>
    </Card>
  )
}

function File({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        download
        className="flex min-h-12 items-center gap-3 rounded-control px-2 font-bold text-primary hover:bg-sunken"
      >
        {icon}
        {children}
      </a>
    </li>
  )
}

function CopyLink({ url }: { url: string }) {
  const { t } = useScreenText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(url)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <Button
      onClick={() => void copy()}
      icon={isCopied ? <Check size={19} aria-hidden="true" /> : <Copy size={19} aria-hidden="true" />}
    >
      <span aria-live="polite">{isCopied ? t('code.copied') : t('certificates.copyLink')}</span>
    </Button>
  )
}
