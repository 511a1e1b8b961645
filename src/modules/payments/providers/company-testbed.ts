/** Requests that a company of a test has got, and the faults that it makes when told to. */
export interface Company {
  url: string
  /** How often something was really made. */
  made: number
  /** What the next request that makes something does instead of answering well. */
  next: 'well' | 'refuse' | 'break' | 'silent'
  /** Changes the state of whatever is kept under a reference. */
  set(reference: string, change: Record<string, unknown>): void
  stop(): Promise<void>
}

export interface Kept {
  id: string
  reference: string
  [field: string]: unknown
}

/** Records by reference, and the moods of a server; what it speaks is said by `answer`. */
export function startCompany(
  answer: (
    request: Request,
    parts: { records: Map<string, Kept>; body: string; make: (kept: Kept) => Kept },
  ) => Response,
): Company {
  const records = new Map<string, Kept>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      let wasMade = false
      const make = (kept: Kept) => {
        wasMade = true
        company.made++
        records.set(kept.reference, kept)
        return kept
      }
      const mood = request.method === 'POST' ? company.next : 'well'
      if (mood === 'refuse') return Response.json({ message: 'no' }, { status: 400 })
      if (mood === 'break') return new Response('oops', { status: 502 })
      const response = answer(request, { records, body, make })
      if (mood === 'silent' && wasMade) await Bun.sleep(2_000)
      return response
    },
  })
  const company: Company = {
    url: server.url.origin,
    made: 0,
    next: 'well',
    set: (reference, change) => {
      records.set(reference, { ...records.get(reference)!, ...change })
    },
    stop: () => server.stop(true),
  }
  return company
}
