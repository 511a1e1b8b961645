import { contrast, type HexColor, mix } from './contrast.ts'

/** The accents to choose from. `violet` is the colour of the design tokens. */
export const ACCENTS = {
  violet: '#5a3fe0',
  blue: '#1d5bd8',
  teal: '#0a6b73',
  green: '#1f6f3a',
  rose: '#b8265f',
  orange: '#a8480a',
} as const satisfies Record<string, HexColor>

type AccentName = keyof typeof ACCENTS
export const ACCENT_NAMES = Object.keys(ACCENTS) as AccentName[]
export const DEFAULT_ACCENT: AccentName = 'violet'

/** WCAG 2, level AA, for text of any size. */
const MIN_CONTRAST = 4.5

/** The surfaces of the design tokens on which the accent is a text colour. */
const LIGHT_SURFACES = ['#ffffff', '#fbf8f2', '#f3eee4']
const DARK_SURFACES = ['#14101f', '#1e182d', '#271f3a']
const WHITE = '#ffffff'
const BLACK = '#000000'
const DARK_INK = '#17112a'
const STEP = 0.02

/** Says what is wrong with an accent; undefined if it can be used. */
export function findAccentError(accent: string): string | undefined {
  if (Object.hasOwn(ACCENTS, accent)) return undefined
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return `must be ${ACCENT_NAMES.join(', ')}, or a colour as #rrggbb`
  const found = contrast(accent, WHITE)
  return found < MIN_CONTRAST
    ? `is too light for white text: its contrast is ${found.toFixed(2)} to 1, and ${MIN_CONTRAST} is needed; choose a darker colour`
    : undefined
}

export interface Palette {
  primary: HexColor
  'primary-deep': HexColor
  'on-primary': HexColor
  'primary-soft': HexColor
  'hero-1': HexColor
  'hero-2': HexColor
  'hero-3': HexColor
  'hero-button-edge': HexColor
  'hero-button-ink': HexColor
}

/**
 * The colours of the light and the dark appearance. The accent is darkened or lightened where it would not be readable
 * as text on the surfaces of the app.
 */
export function accentPalettes(accent: string): { light: Palette; dark: Palette } {
  const color = (ACCENTS as Record<string, HexColor>)[accent] ?? accent
  const lightSoft = (primary: HexColor) => mix(WHITE, primary, 0.1)
  const darkSoft = (primary: HexColor) => mix(DARK_SURFACES[1]!, primary, 0.2)
  const light = readableOn(color, BLACK, (primary) => [...LIGHT_SURFACES, lightSoft(primary)])
  const dark = readableOn(color, WHITE, (primary) => [...DARK_SURFACES, darkSoft(primary), DARK_INK])
  const hero = (shade: number) => ({
    'hero-1': mix(light, BLACK, shade),
    'hero-2': mix(light, BLACK, shade + 0.1),
    'hero-3': mix(light, BLACK, shade + 0.2),
    'hero-button-edge': mix(light, WHITE, 0.75),
    'hero-button-ink': mix(light, BLACK, 0.3),
  })
  return {
    light: {
      primary: light,
      'primary-deep': mix(light, BLACK, 0.25),
      'on-primary': WHITE,
      'primary-soft': lightSoft(light),
      ...hero(0),
    },
    dark: {
      primary: dark,
      'primary-deep': mix(dark, BLACK, 0.25),
      'on-primary': DARK_INK,
      'primary-soft': darkSoft(dark),
      ...hero(0.08),
    },
  }
}

/** The nearest colour on the way to `end` that is readable on all of its backgrounds. */
function readableOn(
  color: HexColor,
  end: HexColor,
  backgroundsOf: (primary: HexColor) => HexColor[],
): HexColor {
  const isReadable = (primary: HexColor) =>
    backgroundsOf(primary).every((background) => contrast(primary, background) >= MIN_CONTRAST)
  let share = 0
  while (share < 1 && !isReadable(mix(color, end, share))) share += STEP
  return mix(color, end, Math.min(share, 1))
}

/** The style rules that replace the design tokens; empty for the accent that they have. */
export function accentStyle(accent: string): string {
  if (accent === DEFAULT_ACCENT) return ''
  const { light, dark } = accentPalettes(accent)
  const rules = (palette: Palette) =>
    Object.entries(palette)
      .map(([name, color]) => `--${name}:${color}`)
      .join(';')
  return (
    `:root{${rules(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${rules(dark)}}}` +
    `:root[data-theme="dark"]{${rules(dark)}}`
  )
}
