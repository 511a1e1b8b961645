import { useEntryText } from './use-entry-text.ts'

/** The texts of an entry that are personal details, such as its reason. */
export function EntryTexts({ texts }: { texts: Record<string, unknown> | null }) {
  const { fieldText } = useEntryText()
  if (!texts) return null
  return Object.entries(texts).map(([name, text]) => (
    <p key={name} dir="auto" className="break-words text-sm text-ink-2">
      <span className="font-semibold">{fieldText(name)}:</span> {String(text)}
    </p>
  ))
}
