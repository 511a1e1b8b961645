interface Settings {
  version: string
  /** Accounts to try the service with; none outside development. */
  demoAccounts: { role: string; email: string; password: string }[]
  /** The providers of accounts that this service is configured for. */
  signInWith: { provider: 'google' | 'apple'; clientId: string; authorizeUrl: string; returnPath: string }[]
  /** Whether certificates have passes for Apple Wallet. */
  hasWalletPass: boolean
  siteName: string
  /** The path of the logo, a square picture; null: the owl. */
  siteLogo: string | null
  /** For visitors whose browser asks for none of our languages. */
  language: string
}

/** The settings that the service embeds in the page. The server renderer fills them in before it renders. */
export const settings: Settings = JSON.parse(
  globalThis.document?.getElementById('settings')?.textContent ?? '{}',
)
