/** X-Forwarded-For is trusted only as far as our own proxies wrote it: the n-th address from the right. */
export function clientAddress(request: Request, trustedHops: number, peer: string | undefined): string {
  if (trustedHops > 0) {
    const hops = forwardedFor(request)
    const claimed = hops[hops.length - trustedHops]
    if (claimed) return claimed.slice(0, 64)
  }
  return peer ?? 'unknown'
}

/** The addresses in X-Forwarded-For, the client's first. */
export function forwardedFor(request: Request): string[] {
  return (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
}
