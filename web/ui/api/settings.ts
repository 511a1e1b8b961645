interface Settings {
  version: string
  demoAccounts: { role: string; email: string; password: string }[]
}

/** The settings that the service embeds in the page. */
export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? 'null') ?? {
  version: '',
  demoAccounts: [],
}
