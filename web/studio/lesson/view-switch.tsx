import { useText } from '../use-text.ts'

interface Given {
  view: 'edit' | 'preview'
  onView: (view: 'edit' | 'preview') => void
}

/** On a narrow screen either the fields or the preview is shown. */
export function ViewSwitch({ view, onView }: Given) {
  const { t } = useText()
  return (
    <div className="flex flex-none rounded-control bg-sunken p-1">
      {(['edit', 'preview'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onView(each)}
          className="min-h-11 rounded-[11px] px-4 text-[15px] font-bold text-ink-2 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {t(`lesson.view.${each}`)}
        </button>
      ))}
    </div>
  )
}
