const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}

/** Whether a URL leads to this machine. A database URL without a host uses a local socket. */
export function isLoopbackUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.hostname === '' || isLoopbackHost(parsed.hostname))
}
