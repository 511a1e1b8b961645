import { useScreenText } from '../use-text.ts'
import type { SetupForm } from './setup-requests.ts'

interface Given {
  chosen: SetupForm['demoContent']
  onChoose: (chosen: SetupForm['demoContent']) => void
}

const CHOICES = [
  { value: 'all', title: 'setup.contentAll', text: 'setup.contentAllText' },
  { value: 'none', title: 'setup.contentNone', text: 'setup.contentNoneText' },
] as const

/** The shipped courses, or an empty catalogue. */
export function ContentChoice({ chosen, onChoose }: Given) {
  const { t } = useScreenText()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[15px] font-bold">{t('setup.content')}</legend>
      <div className="grid gap-2.5">
        {CHOICES.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex min-h-13 cursor-pointer items-start gap-3 rounded-control border-2 border-line bg-surface p-3.5 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="demoContent"
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="mt-1 size-4.5 flex-none accent-primary outline-none"
            />
            <span>
              <span className="block font-bold">{t(title)}</span>
              <span className="text-ink-2 text-sm">{t(text)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
