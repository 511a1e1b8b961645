/**
 * Allows scripts, styles, images and requests of this origin only, no inline scripts, and no inline style except the one
 * with the given SHA-256 hash: the accent of the site.
 */
export const webContentSecurityPolicy = (styleHash?: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash ? ` 'sha256-${styleHash}'` : ''}`,
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
