import { Globe } from 'lucide-react'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { useText } from '../use-text.ts'

/** A native select: small, and familiar on every system. */
export function LanguageSelect() {
  const { t } = useText()
  const { locale, choose } = useLocale()
  return (
    <label className="relative flex min-h-11 items-center gap-1.5 rounded-control px-2 font-bold text-ink-2 focus-within:outline-3 focus-within:outline-primary">
      <Globe size={20} aria-hidden="true" />
      <span className="sr-only">{t('language.label')}</span>
      <span aria-hidden="true" className="uppercase">
        {locale}
      </span>
      <select
        value={locale}
        onChange={(event) => void choose(event.target.value as Locale)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {Object.entries(LOCALES).map(([id, { name }]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
