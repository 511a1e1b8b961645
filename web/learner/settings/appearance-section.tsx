import { useState } from 'react'
import { applyTheme, chosenTheme, type Theme } from '../../ui/theme.ts'
import { useScreenText } from '../use-text.ts'
import { ChoiceList } from './choice-list.tsx'
import { SettingCard } from './setting-card.tsx'

export default function AppearanceSection() {
  const { t } = useScreenText()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <SettingCard title={t('theme.label')} text={t('settings.themeText')}>
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
    </SettingCard>
  )
}
