/** The event of browsers that can install the app. The types of the DOM do not contain it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallPrompt | undefined

// The browser offers it once, often before a screen could use it. Without this it shows its own banner.
globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault()
  offered = event as InstallPrompt
})

export const takeInstallPrompt = (): InstallPrompt | undefined => offered
