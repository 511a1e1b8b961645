/** The zones that the browser knows, and the given ones, which may have another spelling. */
export function zoneOptions(...given: string[]): { id: string; text: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...given])
  return [...zones].sort().map((id) => ({ id, text: id.replaceAll('_', ' ') }))
}
