import { useState } from 'react'

interface Edits<Form> {
  /** What is stored, with the edits. */
  form: Form
  change: (changes: Partial<Form>) => void
  /** After they were saved. */
  clear: () => void
}

/**
 * The edits of a form over what is stored. What is stored may change meanwhile, by another action of the screen or by another
 * administrator: the edits stay, and the other fields follow.
 */
export function useEdits<Form extends object>(stored: Form): Edits<Form> {
  const [edits, setEdits] = useState<Partial<Form>>({})
  return {
    form: { ...stored, ...edits },
    change: (changes) => setEdits((before) => ({ ...before, ...changes })),
    clear: () => setEdits({}),
  }
}
