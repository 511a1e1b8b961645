/** One good answer, as the one who asked remembers it. */
export interface Told {
  /** The one who asked, by their token. */
  userId: string | undefined
  /** `POST /user-lessons/…/complete` */
  route: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are of every shape.
  body: any
}

/** Everything that clients were told is done: what must be found in the database whatever was killed. */
export class History {
  readonly told: Told[] = []

  /** Keeps what is a promise: a good answer to what changes something. */
  note(route: string, token: string | undefined, status: number, body: unknown): void {
    if (status < 200 || status > 299 || route.startsWith('GET ')) return
    this.told.push({ userId: token === undefined ? undefined : subjectOf(token), route, status, body })
  }

  /** Those of a route, with what its pattern caught. */
  of(pattern: RegExp): { told: Told; caught: string[] }[] {
    return this.told.flatMap((told) => {
      const match = pattern.exec(told.route)
      return match ? [{ told, caught: match.slice(1) }] : []
    })
  }
}

function subjectOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub
}
