import { lyceum } from '../../ui/api/lyceum.ts'
import { Sheet } from '../../ui/components/sheet.tsx'
import { useLocale } from '../../ui/i18n/locale-root.tsx'
import { LOCALES, type Locale } from '../../ui/i18n/locales.ts'
import { useScreenText } from '../use-text.ts'
import { ChoiceList } from './choice-list.tsx'

const CHOICES = Object.entries(LOCALES).map(([id, { name }]) => ({ id: id as Locale, text: name, lang: id }))

export default function LanguageSheet({ onClose }: { onClose: () => void }) {
  const { t } = useScreenText()
  const { locale, choose } = useLocale()
  const change = async (language: Locale) => {
    await choose(language)
    onClose()
    // E-mails use this language too; if the request fails, the screen still changes.
    lyceum.call('PATCH /user/profile', { body: { language } }).catch(() => undefined)
  }
  return (
    <Sheet isOpen title={t('language.label')} onClose={onClose}>
      <ChoiceList
        label={t('language.label')}
        choices={CHOICES}
        chosen={locale}
        onChoose={(id) => void change(id)}
      />
    </Sheet>
  )
}
