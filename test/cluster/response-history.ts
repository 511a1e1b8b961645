/** One successful response, as its client recorded it. */
export interface RecordedResponse {
  /** The caller, by token. */
  userId: string | undefined
  /** `POST /user-lessons/…/complete` */
  route: string
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
  body: any
}

/** All successful responses to writes: their effects must be in the database, whatever was killed. */
export class ResponseHistory {
  readonly responses: RecordedResponse[] = []

  /** Records successful responses to writes. */
  record(route: string, token: string | undefined, status: number, body: unknown): void {
    if (status < 200 || status > 299 || route.startsWith('GET ')) return
    this.responses.push({ userId: token === undefined ? undefined : subjectOf(token), route, status, body })
  }

  /** The responses of a route, with the matches of its pattern. */
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
