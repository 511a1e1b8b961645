/**
 * The identity of pages and mails outside of the web applications: the colours of `web/ui/styles/tokens.css` and the owl. They load no
 * style sheet, picture or font.
 */
export const COLORS = {
  light: {
    ground: '#fbf8f2',
    paper: '#ffffff',
    ink: '#1f1830',
    quiet: '#5d5472',
    line: '#e7dfd1',
    primary: '#5a3fe0',
    'on-primary': '#ffffff',
  },
  dark: {
    ground: '#14101f',
    paper: '#1e182d',
    ink: '#f5f1fd',
    quiet: '#bdb2d6',
    line: '#382e52',
    primary: '#a08cff',
    'on-primary': '#17112a',
  },
} as const

const variables = (colors: Record<string, string>) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')

/** The colours as variables of a style sheet, for light and dark. */
export const COLOR_VARIABLES = `:root { color-scheme: light dark; ${variables(COLORS.light)} }
  @media (prefers-color-scheme: dark) { :root { ${variables(COLORS.dark)} } }`

/** The owl of the web applications. */
export const OWL = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#5a3fe0"/><path fill="#fff" d="M7.2 6.2c2 .2 3.7 1 5 2.2 1.200-.4 2.500-.6 3.800-.6s2.600.2 3.800.6c1.300-1.200 3-2 5-2.200.3 0 .5.3.4.6l-1 4.400c1 1.500 1.500 3.300 1.500 5.200 0 5.300-4.300 9.800-9.700 9.800s-9.700-4.500-9.700-9.800c0-1.900.6-3.700 1.500-5.200l-1-4.400c-.1-.3.100-.6.4-.6z"/><circle cx="11.700" cy="15" r="3.700" fill="#5a3fe0"/><circle cx="20.300" cy="15" r="3.700" fill="#5a3fe0"/><circle cx="12.300" cy="14.700" r="1.400" fill="#fff"/><circle cx="19.700" cy="14.700" r="1.400" fill="#fff"/><path fill="#ffc145" d="M16 17.600l2.200 2.300-2.200 3-2.200-3z"/></svg>`

/** The owl in a page, without a request. */
export const OWL_MARK = OWL.replace('<svg ', '<svg width="32" height="32" aria-hidden="true" ')
