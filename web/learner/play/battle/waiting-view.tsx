import { Check, Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Owl } from '../../../ui/brand/owl.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { Pill } from '../../../ui/components/pill.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { SlideTitle } from '../../../ui/player/slides/slide-title.tsx'
import { useScreenText } from '../../use-text.ts'

const COPIED_MS = 2_000

interface Given {
  room: Api.Battle | undefined
  code: string | undefined
  onClose: () => void
}

/** A friend room without its second player: the code and the link to share. */
export function WaitingView({ room, code, onClose }: Given) {
  const { t } = useScreenText()
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col items-center justify-center py-8 text-center">
      <Owl mood="calm" size={112} />
      <SlideTitle className="mt-4">{code ? t('battle.invite') : t('battle.waiting')}</SlideTitle>
      <p className="mt-2 text-ink-2">{code ? t('battle.inviteText') : t('battle.waitingText')}</p>
      {code && <Invitation code={code} />}
      {room && room.stakeAmount > 0 && (
        <Pill tone="gem" className="mt-6">
          <GemIcon size={16} />
          {t('battle.stakeEach', { gems: t('reward.gems', { count: room.stakeAmount }) })}
        </Pill>
      )}
      <p role="status" className="mt-6 flex items-center gap-3 font-semibold text-ink-2">
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-[3px] border-primary border-e-transparent"
        />
        {t('battle.waitingForFriend')}
      </p>
      <Button variant="ghost" className="mt-6" onClick={onClose}>
        {room && room.stakeAmount > 0 ? t('battle.closeRoomRefund') : t('battle.closeRoom')}
      </Button>
    </div>
  )
}

function Invitation({ code }: { code: string }) {
  const { t } = useScreenText()
  const [isCopied, setCopied] = useState(false)
  const link = `${location.origin}/play/join/${code}`
  const copy = async () => {
    await copyText(link)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return (
    <>
      <p className="mt-6 w-full rounded-card border-2 border-line border-dashed bg-surface px-4 py-5">
        <span className="block text-sm text-ink-2">{t('battle.code')}</span>
        <span
          dir="ltr"
          className="block text-[44px] leading-tight font-extrabold tracking-[0.18em] tabular-nums"
        >
          {code}
        </span>
        <span dir="ltr" className="mt-1 block text-sm [overflow-wrap:anywhere] text-ink-2">
          {link}
        </span>
      </p>
      <div className="mt-4 flex w-full flex-wrap gap-3">
        <Button
          size="large"
          className="flex-1"
          onClick={() => void copy()}
          icon={isCopied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
        >
          <span aria-live="polite">{isCopied ? t('code.copied') : t('battle.copyLink')}</span>
        </Button>
        {'share' in navigator && (
          <Button
            size="large"
            variant="secondary"
            className="flex-1"
            onClick={() => void navigator.share({ url: link, text: t('battle.shareText') }).catch(() => {})}
            icon={<Share2 size={20} aria-hidden="true" />}
          >
            {t('battle.share')}
          </Button>
        )}
      </div>
    </>
  )
}
