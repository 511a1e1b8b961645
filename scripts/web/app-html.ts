/** The three applications: their folder in `web/` and the title of the browser tab. */
export const WEB_APPS = [
  { name: 'learner', title: 'Lyceum' },
  { name: 'studio', title: 'Lyceum Studio' },
  { name: 'console', title: 'Lyceum Console' },
] as const

/** The background of the app, for the bars of the browser and of the system. */
export const THEME_COLORS = { light: '#fbf8f2', dark: '#14101f' }

export type AppName = (typeof WEB_APPS)[number]['name']

/** The rules themselves, or the file that has them. */
export type Styles = { text: string } | { file: string }

/** File names below `/assets`. */
export interface AssetNames {
  script: string
  preloads: string[]
  /** The chunks of the signed-in home: the page of that address loads them beside the script. */
  home: string[]
  /** The texts of the first view and of the screens, by language: a page loads those of its language beside the script. */
  texts: Record<string, { first: string; screens: string[] }>
  styles: Styles
  /** A script in the page itself, which runs before the page is painted. */
  boot: string | undefined
  icon: string
  font: string
  touchIcon: string
}

const linksTo = (files: string[]) =>
  files.map((file) => `<link rel="modulepreload" href="/assets/${file}">`).join('\n')

/** The service keeps the lines of one language, see `src/app/web/app-page.ts`. */
function textLinks(texts: AssetNames['texts']): string {
  const lines = Object.entries(texts).flatMap(([language, { first, screens }]) => [
    `<!--texts ${language}-->${linksTo([first])}\n`,
    ...screens.map((file) => `<!--screen-texts ${language}-->${linksTo([file])}\n`),
  ])
  return lines.join('')
}

/** react-aria inserts a style element unless something has this id; the policy allows only what the build has put into the page. */
function styleElement(styles: Styles): string {
  const id = 'react-aria-pressable-style'
  return 'text' in styles
    ? `<style id="${id}">${styles.text}</style>`
    : `<link rel="stylesheet" href="/assets/${styles.file}" id="${id}">`
}

/**
 * The first paint of a page waits for a font that the page loads in advance. The script in the pages of the learner app does that only
 * if the browser has the font: see `learner/boot/load-font.ts`. The console does not: the font comes with the first text, after the
 * scripts, and is used from the next page on.
 */
function fontLine(app: AppName, font: string): string {
  if (app === 'console') return ''
  return app === 'learner'
    ? `<meta name="lyceum-font" content="/assets/${font}">\n`
    : `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin>\n`
}

/**
 * The HTML page of every URL of an application. The service inserts its settings at `<!--settings-->`, and
 * replaces the marked parts in pages that it renders. In others the logo is visible until the script renders the first
 * screen.
 */
export function appHtml(
  { name, title }: { name: AppName; title: string },
  names: AssetNames,
  build: string,
): string {
  const installable =
    name === 'learner'
      ? `<meta name="lyceum-build" content="${build}">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/assets/${names.touchIcon}">
`
      : ''
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${THEME_COLORS.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${THEME_COLORS.dark}">
<!--head--><meta name="description" content="Short lessons, questions that come back before you forget, live battles with friends, and a certificate anybody can verify.">
<title>${title}</title><!--/head-->
<link rel="icon" href="/assets/${names.icon}" type="image/svg+xml">
${installable}${fontLine(name, names.font)}${styleElement(names.styles)}
<script type="module" src="/assets/${names.script}"></script>
${linksTo(names.preloads)}
<!--home-->${linksTo(names.home)}<!--/home-->
${textLinks(names.texts)}<!--settings-->
${names.boot ? `<script>${names.boot}</script>\n` : ''}</head>
<body>
<div id="root"><!--root--><div class="splash"><img src="/assets/${names.icon}" alt="" width="56" height="56"></div>
<noscript><p class="noscript">This screen of Lyceum needs JavaScript in your browser. The <a href="/courses">courses</a> and the <a href="/docs">API reference</a> can be read without it.</p></noscript><!--/root--></div>
</body>
</html>
`
}
