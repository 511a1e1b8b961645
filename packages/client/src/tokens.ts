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

export function keyValueStorage(storage: KeyValueStorage, key = 'lyceum.tokens'): TokenStorage {
  return {
    load: async () => {
      const text = await storage.getItem(key)
      return text ? (JSON.parse(text) as Tokens) : undefined
    },
    save: (tokens) => storage.setItem(key, JSON.stringify(tokens)),
    clear: () => storage.removeItem(key),
  }
}

/** The token pair in a response. */
export function tokensOf(data: { accessToken: string; refreshToken: string; expiresIn: number }): Tokens {
  const { accessToken, refreshToken, expiresIn } = data
  return { accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 }
}
