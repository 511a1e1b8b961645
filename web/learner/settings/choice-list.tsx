import { Check } from 'lucide-react'

interface Given<Id extends string> {
  label: string
  choices: readonly { id: Id; text: string; lang?: string }[]
  chosen: Id
  onChoose: (id: Id) => void
}

/** A single choice from a short list. */
export function ChoiceList<Id extends string>({ label, choices, chosen, onChoose }: Given<Id>) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ id, text, lang }) => (
        <label
          key={id}
          className="flex min-h-13 cursor-pointer items-center justify-between rounded-control border-2 border-line px-4 font-bold has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-3 has-focus-visible:outline-primary"
        >
          <span lang={lang}>{text}</span>
          <input
            type="radio"
            name={label}
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="sr-only"
          />
          {id === chosen && <Check size={20} strokeWidth={3} aria-hidden="true" />}
        </label>
      ))}
    </fieldset>
  )
}
