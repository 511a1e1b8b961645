import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { useScreenText } from '../use-text.ts'
import type { Accent } from './setup-requests.ts'

interface Given {
  accents: readonly Accent[]
  chosen: string
  onChoose: (name: Accent['name']) => void
}

/** The colours to choose from. The page itself is the preview. */
export function AccentChoice({ accents, chosen, onChoose }: Given) {
  const { t } = useScreenText()
  usePreview(accents.find(({ name }) => name === chosen)?.style)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[15px] font-bold">{t('setup.accent')}</legend>
      <div className="flex flex-wrap gap-2.5">
        {accents.map(({ name, color }) => (
          <label
            key={name}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 border-line bg-surface ps-1.5 pe-4 font-bold text-ink-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="accent"
              value={name}
              checked={name === chosen}
              onChange={() => onChoose(name)}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full text-white"
              style={{ background: color }}
            >
              {name === chosen && <Check size={16} strokeWidth={3.5} />}
            </span>
            {t(`setup.accent.${name}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Applies style rules to the page while it is open. The policy of the page allows no inline style element. */
function usePreview(style: string | undefined): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style ?? '')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [style])
}
