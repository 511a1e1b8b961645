import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useText } from '../use-text.ts'

/** Names and values of one thing. A value that is null or undefined is left out. */
export function Properties({
  properties,
}: {
  properties: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="grid rounded-card border border-line bg-surface px-4 py-1 text-[15px] shadow-card">
      {properties
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-3 border-line border-b py-2.5 last:border-b-0"
          >
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="min-w-0 break-words font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** An identifier in full, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  const { t } = useText()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <span className="flex items-center gap-1">
      <code dir="ltr" className="min-w-0 break-all text-[13px] font-normal">
        {text}
      </code>
      <button
        type="button"
        aria-label={`${isCopied ? t('code.copied') : t('code.copy')}: ${text}`}
        onClick={() => void copyText(text).then(() => setCopied(true))}
        className="-my-2 grid size-11 flex-none place-items-center rounded-full text-ink-3 hover:text-ink"
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    </span>
  )
}
