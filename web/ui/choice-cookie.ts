const YEAR_SECONDS = 365 * 24 * 3600

/** Passes a choice of this device to the service, which renders the first view of public pages. */
export function setChoiceCookie(name: 'locale' | 'theme', value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
  document.cookie = `lyceum_${name}=${value ?? ''}; Path=/; SameSite=Lax; Max-Age=${age}`
}
