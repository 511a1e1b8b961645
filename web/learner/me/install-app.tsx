import { Download } from 'lucide-react'
import { useState } from 'react'
import { takeInstallPrompt } from '../offline/install-prompt.ts'
import { useScreenText } from '../use-text.ts'

/** A row that installs the app, where the browser offers it. Nothing else asks for it. */
export function InstallApp() {
  const { t } = useScreenText()
  const [prompt, setPrompt] = useState(takeInstallPrompt)
  if (!prompt) return null
  const install = async () => {
    await prompt.prompt()
    // The browser allows one use of its prompt.
    if ((await prompt.userChoice).outcome === 'accepted') setPrompt(undefined)
  }
  return (
    <button
      type="button"
      onClick={() => void install()}
      className="mt-4 flex min-h-16 w-full items-center gap-4 rounded-card border border-line bg-surface px-4 py-2.5 text-start shadow-card hover:bg-sunken"
    >
      <span className="grid size-10 flex-none place-items-center rounded-[12px] bg-primary-soft text-primary">
        <Download size={21} aria-hidden="true" />
      </span>
      <span>
        <span className="block font-bold">{t('install.action')}</span>
        <span className="block text-sm text-ink-2">{t('install.text')}</span>
      </span>
    </button>
  )
}
