/** The path of a stored file. The service writes its public address, which may be another name of the one in the bar. */
export function ownFile(url: string): string {
  const path = URL.parse(url, location.origin)?.pathname
  return path?.startsWith('/files/') || path?.startsWith('/avatars/') || path?.startsWith('/badges/')
    ? path
    : url
}
