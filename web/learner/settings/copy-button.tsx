import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useScreenText } from '../use-text.ts'

const SHOWN_MS = 2_000

/** Copies a text and says so. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useScreenText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="inline-flex min-h-11 items-center gap-2 font-bold text-primary underline-offset-4 hover:underline"
    >
      {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
      <span aria-live="polite">{isCopied ? t('code.copied') : children}</span>
    </button>
  )
}
