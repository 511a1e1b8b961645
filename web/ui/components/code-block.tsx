import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../copy-text.ts'
import { useUiText } from '../i18n/use-text.ts'
import { tokensOf } from './code-tokens.ts'

const SHOWN_MS = 2_000
const LOOKS = {
  plain: '',
  comment: 'text-ink-3 italic',
  string: 'text-good',
  number: 'text-gem',
  keyword: 'text-primary font-semibold',
}

/** Code with syntax highlighting and a button that copies it. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const { t } = useUiText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(code)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <figure dir="ltr" className="overflow-hidden rounded-2xl border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-line border-b ps-4 pe-1.5 text-[13px] font-bold text-ink-2">
        {language || 'text'}
        <button
          type="button"
          onClick={() => void copy()}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-lg px-3 hover:text-ink"
        >
          {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          <span aria-live="polite">{isCopied ? t('code.copied') : t('code.copy')}</span>
        </button>
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard as well.
        tabIndex={0}
        className="overflow-x-auto p-4 text-[14.500px] leading-relaxed focus-visible:-outline-offset-3"
      >
        <code>
          {tokensOf(code).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text never change their order.
            <span key={index} className={LOOKS[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
