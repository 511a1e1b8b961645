import { THEME_COLORS, WEB_APPS } from './app-html.ts'

/** Icons by the name of their file in `web/ui/brand/icons`; the values are file names below `/assets`. */
export type IconNames = ReadonlyMap<string, string>

export const ICON_FILES = [
  'icon-192',
  'icon-512',
  'maskable-192',
  'maskable-512',
  'apple-touch-180',
  'badge-96',
] as const

/** The web manifest, by which a browser installs the learner app. */
export function webManifest(icons: IconNames): string {
  const icon = (name: (typeof ICON_FILES)[number], purpose: string) => {
    const size = name.split('-').at(-1)
    return { src: `/assets/${icons.get(name)}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  const { title } = WEB_APPS[0]
  return JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    description: 'Short lessons, questions that come back before you forget, and live battles with friends.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLORS.light,
    background_color: THEME_COLORS.light,
    categories: ['education'],
    icons: [
      icon('icon-192', 'any'),
      icon('icon-512', 'any'),
      icon('maskable-192', 'maskable'),
      icon('maskable-512', 'maskable'),
      icon('badge-96', 'monochrome'),
    ],
  })
}
