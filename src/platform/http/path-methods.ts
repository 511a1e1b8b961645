/** A parameter with a pattern, such as `:name{[a-z]+\.svg}`; without one it matches any text. */
const PARAMETER = /^:[A-Za-z]+(?:\{(.+)\})?$/

type Segment = string | RegExp

/**
 * The methods of every known path, for requests that the runtime's router did not match: another method, or a
 * preflight. A path may match several patterns, such as `/contests/join` and `/contests/:id`: all of them count.
 */
export class PathMethods {
  readonly #patterns: { segments: Segment[]; method: string }[] = []

  add(path: string, method: string): void {
    this.#patterns.push({ segments: segmentsOf(path), method })
  }

  /** Empty if the path is unknown. */
  find(path: string): string[] {
    const parts = path.split('/')
    const matching = this.#patterns.filter(
      ({ segments }) =>
        segments.length === parts.length &&
        segments.every((segment, index) => matches(segment, parts[index]!)),
    )
    return [...new Set(matching.map(({ method }) => method))]
  }
}

/** The path for the runtime's router, which knows no patterns of parameters. */
export function withoutPatterns(path: string): string {
  return path.replace(/\{[^/]*/g, '')
}

/** Whether the parameters match the patterns in the path. */
export function matchesPatterns(path: string, params: Record<string, string>): boolean {
  return path.split('/').every((segment) => {
    const [, name, pattern] = /^:([A-Za-z]+)\{(.+)\}$/.exec(segment) ?? []
    return name === undefined || new RegExp(`^(?:${pattern})$`).test(params[name]!)
  })
}

function segmentsOf(path: string): Segment[] {
  return path.split('/').map((segment) => {
    const parameter = PARAMETER.exec(segment)
    return parameter ? new RegExp(`^(?:${parameter[1] ?? '.+'})$`) : segment
  })
}

function matches(segment: Segment, part: string): boolean {
  return typeof segment === 'string' ? segment === part : segment.test(part)
}
