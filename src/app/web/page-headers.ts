import { sha256 } from '../../platform/secrets.ts'
import { type InlineHashes, webContentSecurityPolicy } from './content-security-policy.ts'

/** The headers of a page. The policy allows the scripts and styles in the page by their hashes. */
export function pageHeaders(inline?: InlineHashes): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': webContentSecurityPolicy(inline),
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** What the build has put into a page. Not for a page with content: its text must not be able to allow anything. */
export function hashInline(builtPage: string): InlineHashes {
  const hashesOf = (pattern: RegExp) => [...builtPage.matchAll(pattern)].map(([, text]) => hashText(text!))
  return {
    scripts: hashesOf(/<script>(.*?)<\/script>/gs),
    styles: hashesOf(/<style[^>]*>(.*?)<\/style>/gs),
  }
}

export const hashText = (text: string) => sha256(text).toString('base64')
