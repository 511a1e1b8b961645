/** Returns the path of a stored file, because its public URL may have another host name than the page; other URLs stay. */
export function ownFile(url: string): string {
  const path = URL.parse(url, 'http://localhost')?.pathname
  return path?.startsWith('/files/') || path?.startsWith('/avatars/') || path?.startsWith('/badges/')
    ? path
    : url
}
