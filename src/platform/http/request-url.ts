/**
 * The path and query of a request. They are cut out, not parsed: the runtime puts the Host header into the
 * URL unchecked, and an invalid host would make a parser throw.
 */
export function pathOf(request: Request): string {
  const { url } = request
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/** The first value of a repeated name counts. */
export function queryOf(request: Request): Record<string, string> {
  const { url } = request
  const start = url.indexOf('?')
  const given: Record<string, string> = {}
  if (start === -1) return given
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) given[name] ??= value
  return given
}
