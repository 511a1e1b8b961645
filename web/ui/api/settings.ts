interface Settings {
  version: string
  demoAccounts: { role: string; email: string; password: string }[]
}

/** What the service wrote into the page. */
export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? 'null') ?? {
  version: '',
  demoAccounts: [],
}
