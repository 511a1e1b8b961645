/** SHA-256 hashes, in base64, of the scripts and styles that a page contains. */
export interface InlineHashes {
  scripts: string[]
  styles: string[]
}

const allowed = (hashes: string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('')

/**
 * Allows scripts, styles, images and requests of this origin only. Of the scripts and styles in the page itself it allows those with
 * the given hashes, which the build and the accent of the site have.
 */
export const webContentSecurityPolicy = ({ scripts, styles }: InlineHashes = { scripts: [], styles: [] }) =>
  [
    "default-src 'none'",
    `script-src 'self'${allowed(scripts)}`,
    `style-src 'self'${allowed(styles)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // The sandbox in which learners run code.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The policy of the page in which learners run code: an origin of its own, no request of any kind, and no script except its own,
 * which may evaluate code and start a worker from text. Such a worker inherits the policy.
 */
export const sandboxContentSecurityPolicy = (scriptHash: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' 'unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
