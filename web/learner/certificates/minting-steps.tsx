import { Check } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { useScreenText } from '../use-text.ts'

/** The way of a certificate to the chain, announced to screen readers when it changes. */
export function MintingSteps({ status }: { status: Exclude<Api.Certificate['status'], 'REVOKED'> }) {
  const { t } = useScreenText()
  const isMinted = status === 'MINTED'
  return (
    <Card>
      <ol className="grid gap-3">
        <Step isDone text={t('certificates.step.issued')} />
        <Step
          isDone={isMinted}
          text={isMinted ? t('certificates.step.minted') : t('certificates.step.minting')}
        />
      </ol>
      <p role="status" className="mt-3 text-sm text-ink-2">
        {t(`certificates.note.${status}`)}
      </p>
    </Card>
  )
}

function Step({ isDone, text }: { isDone: boolean; text: string }) {
  return (
    <li className="flex items-center gap-3 font-bold">
      {isDone ? (
        <span className="grid size-7 flex-none place-items-center rounded-full bg-good text-on-good">
          <Check size={17} strokeWidth={3.5} aria-hidden="true" />
        </span>
      ) : (
        <span
          aria-hidden="true"
          className="size-7 flex-none animate-spin rounded-full border-4 border-gold border-e-transparent"
        />
      )}
      {text}
    </li>
  )
}
