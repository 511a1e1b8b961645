const APP_FILE =
  /<(?:script type="module" src|link rel="modulepreload" href)="(\/assets\/[^"]+)">(?:<\/script>)?\n*/g

/**
 * Names the files of the application in a page instead of loading them, which would delay the first paint. The script in the page loads
 * them (`boot.ts`). The service does this with pages for everybody, the service worker with the stored view of the home.
 */
export function startLater(page: string): string {
  const files: string[] = []
  const rest = page.replace(APP_FILE, (_, file: string) => (files.push(file) === 1 ? '<!--later-->\n' : ''))
  return rest.replace('<!--later-->', () => `<meta name="lyceum-later" content="${files.join(' ')}">`)
}
