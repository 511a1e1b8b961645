import { sha256 } from '../../platform/secrets.ts'
import { webContentSecurityPolicy } from './content-security-policy.ts'

/** The headers of a page. The policy allows the one inline style of the page, by its hash. */
export function pageHeaders(style: string): Record<string, string> {
  const hash = style === '' ? undefined : sha256(style).toString('base64')
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': webContentSecurityPolicy(hash),
    'cross-origin-opener-policy': 'same-origin',
  }
}
