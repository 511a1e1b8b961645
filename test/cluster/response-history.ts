/** One successful response, as its client recorded it. */
export interface RecordedResponse {
  /** The one who asked, by their token. */
  userId: string | undefined
  /** `POST /user-lessons/…/complete` */
  route: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are of every shape.
  body: any
}

/** All successful responses to writes: their effects must be in the database, whatever was killed. */
export class ResponseHistory {
  readonly responses: RecordedResponse[] = []

  /** Keeps what is a promise: a good answer to what changes something. */
  record(route: string, token: string | undefined, status: number, body: unknown): void {
    if (status < 200 || status > 299 || route.startsWith('GET ')) return
    this.responses.push({ userId: token === undefined ? undefined : subjectOf(token), route, status, body })
  }

  /** Those of a route, with what its pattern caught. */
  matching(pattern: RegExp): { response: RecordedResponse; captures: string[] }[] {
    return this.responses.flatMap((response) => {
      const match = pattern.exec(response.route)
      return match ? [{ response, captures: match.slice(1) }] : []
    })
  }
}

function subjectOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub
}
