import { useEffect, useState } from 'react'
import { useUser } from '../../ui/session/session-store.ts'

/**
 * Words that are not sent yet. This tab keeps them when the part of the screen is closed, when the page is loaded again, and
 * when the author has to sign in again.
 */
export function useKept<Value>(name: string, empty: Value) {
  const { id: userId } = useUser()
  const key = `lyceum.studio.kept.${userId}.${name}`
  const [value, setValue] = useState<Value>(() => read(key) ?? empty)
  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(empty)) sessionStorage.removeItem(key)
    else write(key, value)
  }, [key, value, empty])
  return {
    value,
    setValue,
    /** The words are sent. The part of the screen may be gone before the next effect. */
    forget: () => {
      sessionStorage.removeItem(key)
      setValue(empty)
    },
  }
}

function read<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A device without room keeps nothing; the page still has the words. */
function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The words are on the screen.
  }
}
