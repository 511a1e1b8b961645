import { parsed } from './lyceum-error.ts'

/** The tokens of a session. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** By the clock of this device, in milliseconds. */
  expiresAt: number
}

/** The storage of tokens between requests, and optionally between runs. */
export interface TokenStorage {
  load(): Tokens | undefined | Promise<Tokens | undefined>
  save(tokens: Tokens): void | Promise<void>
  clear(): void | Promise<void>
  /** Calls `onChange` when another tab has changed the tokens. */
  watch?(onChange: () => void): void
}

/** Stores the tokens in memory. */
export function memoryStorage(tokens?: Tokens): TokenStorage {
  let stored = tokens
  return {
    load: () => stored,
    save: (tokens) => {
      stored = tokens
    },
    clear: () => {
      stored = undefined
    },
  }
}

/** `localStorage` and `sessionStorage` of browsers, and AsyncStorage of React Native. */
export interface KeyValueStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

/** Stores the tokens under one key. A damaged entry counts as signed out. */
export function keyValueStorage(storage: KeyValueStorage, key = 'lyceum.tokens'): TokenStorage {
  return {
    load: async () => readTokens(await storage.getItem(key)),
    save: (tokens) => storage.setItem(key, JSON.stringify(tokens)),
    clear: () => storage.removeItem(key),
    // Browsers report changes of `localStorage` by other tabs.
    watch: (onChange) =>
      globalThis.addEventListener?.('storage', (event: Event) => {
        const { storageArea, key: changed } = event as StorageEvent
        if (storageArea === storage && (changed === key || changed === null)) onChange()
      }),
  }
}

function readTokens(text: string | null): Tokens | undefined {
  const stored = text === null ? undefined : parsed(text)
  if (typeof stored !== 'object' || stored === null) return undefined
  const { accessToken, refreshToken, expiresAt } = stored as Partial<Tokens>
  const isComplete =
    typeof accessToken === 'string' && typeof refreshToken === 'string' && typeof expiresAt === 'number'
  return isComplete ? { accessToken, refreshToken, expiresAt } : undefined
}

/** The id of the user in an access token; undefined if it cannot be read. */
export function userIdOf({ accessToken }: Tokens): string | undefined {
  try {
    const payload = accessToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) as { sub?: string }).sub
  } catch {
    return undefined
  }
}

/** The token pair in a response. */
export function tokensOf(data: { accessToken: string; refreshToken: string; expiresIn: number }): Tokens {
  const { accessToken, refreshToken, expiresIn } = data
  return { accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 }
}
