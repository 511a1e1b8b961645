const STORED = 'lyceum.font'

/**
 * Loads the font before the first paint if an earlier page has loaded it. The first paint waits for a font that is loaded in advance, and
 * on a first visit it does not come in time: that page has the font of the system.
 */
export function loadFont(): void {
  const file = document.querySelector<HTMLMetaElement>('meta[name=lyceum-font]')?.content
  if (!file) return
  try {
    if (localStorage.getItem(STORED) === file) preload(file)
    else addEventListener('load', () => void document.fonts.ready.then(() => remember(file)))
  } catch {
    // A browser without storage always has the font of the system first.
  }
}

function preload(file: string): void {
  const link = Object.assign(document.createElement('link'), {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: '',
    href: file,
  })
  document.head.append(link)
}

function remember(file: string): void {
  if ([...document.fonts].some(({ status }) => status === 'loaded')) localStorage.setItem(STORED, file)
}
