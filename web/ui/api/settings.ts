interface Settings {
  version: string
  demoAccounts: { role: string; email: string; password: string }[]
  signInWith: { provider: 'google' | 'apple'; clientId: string; authorizeUrl: string; returnPath: string }[]
}

/** The settings that the service embeds in the page. The server renderer fills them in. */
export const settings: Settings = JSON.parse(
  globalThis.document?.getElementById('settings')?.textContent ?? 'null',
) ?? { version: '', demoAccounts: [], signInWith: [] }
