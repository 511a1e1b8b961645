import { Bell, Megaphone } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { LOCALES } from '../../ui/i18n/locales.ts'
import { useText } from '../use-text.ts'
import { languageName } from './language-name.ts'

interface Given {
  type: Api.Broadcast['type']
  texts: DraftTexts
  fallbackLanguage: string
}

type DraftTexts = Record<string, { title: string; body: string }>

/** The message as a user of a language sees it. It is a picture: nothing in it can be pressed. */
export function PhonePreview({ type, texts, fallbackLanguage }: Given) {
  const { t, locale } = useText()
  const [language, setLanguage] = useState<string>(fallbackLanguage)
  const languages = [...new Set([...Object.keys(LOCALES), ...Object.keys(texts)])]
  const own = texts[language]
  const used = own && (own.title || own.body) ? language : fallbackLanguage
  const { title, body } = texts[used] ?? { title: '', body: '' }
  const Icon = type === 'SYSTEM' ? Bell : Megaphone
  const direction = LOCALES[used as keyof typeof LOCALES]?.direction ?? 'ltr'
  return (
    <figure className="rounded-[28px] border border-line bg-sunken p-5">
      <SelectField
        label={t('broadcasts.previewLanguage')}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
        options={languages.map((id) => ({ id, text: languageName(id, locale) }))}
      />
      <div
        aria-hidden="true"
        className="mx-auto mt-5 grid min-h-96 max-w-72 content-start gap-4 rounded-[32px] border-6 border-ink bg-bg p-4 shadow-float"
      >
        <Logo name={t('broadcasts.previewSite')} />
        <div
          dir={direction}
          className="flex gap-3 rounded-card border border-line bg-surface p-3.5 text-start shadow-card"
        >
          <span className="grid size-10 flex-none place-items-center rounded-full bg-primary-soft text-primary">
            <Icon size={19} />
          </span>
          <span className="min-w-0">
            <span className="block break-words font-bold leading-snug">{title || '…'}</span>
            <span className="mt-1 block whitespace-pre-line break-words text-sm text-ink-2">
              {body || '…'}
            </span>
          </span>
        </div>
      </div>
      <figcaption className="mt-4 text-center text-sm text-ink-2">
        {used === language
          ? t('broadcasts.previewOwn')
          : t('broadcasts.previewFallback', { language: languageName(used, locale) })}
      </figcaption>
    </figure>
  )
}
