/** What a session is held by. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** By this device's clock, in milliseconds. */
  expiresAt: number
}

/** Where tokens are kept between requests, and between runs if you like. */
export interface TokenStorage {
  load(): Tokens | undefined | Promise<Tokens | undefined>
  save(tokens: Tokens): void | Promise<void>
  clear(): void | Promise<void>
}

/** As long as the program runs. */
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

/** The pair as an answer brings it. */
export function tokensOf(data: { accessToken: string; refreshToken: string; expiresIn: number }): Tokens {
  const { accessToken, refreshToken, expiresIn } = data
  return { accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 }
}
