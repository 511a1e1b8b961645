import { useState } from 'react'
import { Sheet } from '../../ui/components/sheet.tsx'
import { applyTheme, chosenTheme, type Theme } from '../../ui/theme.ts'
import { useScreenText } from '../use-text.ts'
import { ChoiceList } from './choice-list.tsx'

export default function ThemeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useScreenText()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <Sheet isOpen title={t('theme.label')} onClose={onClose}>
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
    </Sheet>
  )
}
