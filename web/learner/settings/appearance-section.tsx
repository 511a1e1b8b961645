import { useState } from 'react'
import { Card } from '../../ui/components/card.tsx'
import { applyTheme, chosenTheme, type Theme } from '../../ui/theme.ts'
import { useScreenText } from '../use-text.ts'
import { ChoiceList } from './choice-list.tsx'

export default function AppearanceSection() {
  const { t } = useScreenText()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <Card>
      <p className="mb-4 text-ink-2">{t('settings.themeText')}</p>
      <ChoiceList
        label={t('theme.label')}
        chosen={theme}
        onChoose={choose}
        choices={[
          { id: 'system', text: t('theme.system') },
          { id: 'light', text: t('theme.light') },
          { id: 'dark', text: t('theme.dark') },
        ]}
      />
    </Card>
  )
}
