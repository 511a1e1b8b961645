import { WEB_CONTENT_SECURITY_POLICY } from './content-security-policy.ts'

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': WEB_CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
}
