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
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
