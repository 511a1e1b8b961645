/** Colours are written as `#rrggbb`. */
export type HexColor = string

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: HexColor, other: HexColor): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The first colour with a share of the second, from 0 to 1. */
export function mix(one: HexColor, other: HexColor, share: number): HexColor {
  const others = channels(other)
  return `#${channels(one)
    .map((value, index) => Math.round(value + (others[index]! - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

function luminance(color: HexColor): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(color: HexColor): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
