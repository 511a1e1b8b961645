/** Maps requests that this process creates to their original request, which has the client's address. */
const sources = new WeakMap<Request, Request>()

/** Creates a JSON request to one of our own endpoints on behalf of the client that sent `source`. */
export function deriveRequest(
  source: Request,
  { headers, body }: { headers: Record<string, string>; body?: object },
): Request {
  const text = body && JSON.stringify(body)
  const described = text && {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }
  const derived = new Request(source.url, {
    method: 'POST',
    headers: { ...forwardedHeaders(source), ...described, ...headers },
    body: text,
  })
  sources.set(derived, source)
  return derived
}

/** Creates a GET request to one of our own endpoints on behalf of the client that sent `source`. */
export function deriveRead(
  source: Request,
  pathAndQuery: string,
  added: Record<string, string> = {},
): Request {
  const { url } = source
  const origin = url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
  const headers = { ...forwardedHeaders(source), accept: 'application/json', ...added }
  const derived = new Request(origin + pathAndQuery, { headers })
  sources.set(derived, source)
  return derived
}

function forwardedHeaders(source: Request): Record<string, string> {
  const names = ['accept', 'accept-language', 'origin', 'user-agent', 'x-forwarded-for', 'x-request-id']
  const given = names.flatMap((name) => {
    const value = source.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** The original request of the client. */
export function sourceOf(request: Request): Request {
  return sources.get(request) ?? request
}
