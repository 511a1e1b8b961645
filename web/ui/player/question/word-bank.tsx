import { Html } from '../../markdown/html.tsx'

interface Given {
  label: string
  words: readonly { key: number; html?: string; text: string; isUsed: boolean }[]
  onPick: (key: number) => void
}

/** Words or right sides to choose from, with the keys that choose them. */
export function WordBank({ label, words, onPick }: Given) {
  return (
    <fieldset className="mt-6">
      <legend className="mb-2.5 text-[15px] font-bold text-ink-2">{label}</legend>
      <div className="flex flex-wrap gap-2.5">
        {words.map(({ key, html, text, isUsed }) => (
          <button
            key={key}
            type="button"
            aria-disabled={isUsed}
            onClick={() => !isUsed && onPick(key)}
            className="pressable inline-flex min-h-12 max-w-full items-center gap-2.5 rounded-xl border-2 border-line bg-surface px-3.5 text-start font-semibold leading-snug hover:border-ink-3 aria-disabled:border-dashed aria-disabled:bg-sunken aria-disabled:text-ink-2"
          >
            {key < 8 && (
              <kbd className="grid size-6 flex-none place-items-center rounded-md border-2 border-line font-sans text-xs font-bold text-ink-3">
                {key + 1}
              </kbd>
            )}
            {html === undefined ? <bdi>{text}</bdi> : <Html html={html} className="slide-inline" />}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
