/** Generates an SVG avatar. The same seed always gives the same image. */
export function drawDefaultAvatar(seed: string): string {
  const number = Bun.hash(seed)
  const hue = Number(number % 360n)
  const turn = Number((number >> 9n) % 360n)
  const size = 26 + Number((number >> 18n) % 22n)
  const shapes = [0, 1, 2].map((index) => {
    const angle = ((turn + index * 120) * Math.PI) / 180
    const x = Math.round(64 + 34 * Math.cos(angle))
    const y = Math.round(64 + 34 * Math.sin(angle))
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="hsl(${(hue + index * 40) % 360} 65% 55%)" opacity="0.75"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128"><rect width="128" height="128" fill="hsl(${hue} 45% 88%)"/>${shapes.join('')}</svg>`
}
