import { Check } from 'lucide-react'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'
import { ACCENT_NAMES, ACCENTS } from './accents.ts'

interface Given {
  accent: string
  error: string | undefined
  onChange: (accent: string) => void
}

/** One of the named colours, or another one as #rrggbb. */
export function AccentField({ accent, error, onChange }: Given) {
  const { t } = useText()
  const isNamed = Object.hasOwn(ACCENTS, accent)
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-[15px] font-bold">{t('settings.accent')}</legend>
      <div className="flex flex-wrap gap-2">
        {ACCENT_NAMES.map((name) => (
          <label
            key={name}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 border-line bg-surface ps-1.5 pe-3.5 text-[15px] font-bold text-ink-2 has-checked:border-primary has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="accent"
              value={name}
              checked={name === accent}
              onChange={() => onChange(name)}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full text-white"
              style={{ background: ACCENTS[name] }}
            >
              {name === accent && <Check size={16} strokeWidth={3.5} />}
            </span>
            {t(`accent.${name}`)}
          </label>
        ))}
      </div>
      <TextField
        label={t('settings.otherColor')}
        hint={t('settings.otherColorHint')}
        error={error}
        value={isNamed ? '' : accent}
        placeholder="#5a3fe0"
        maxLength={7}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value.trim() || ACCENT_NAMES[0]!)}
      />
    </fieldset>
  )
}
