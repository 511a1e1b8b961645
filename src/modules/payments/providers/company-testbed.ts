/** Requests that a company of a test has got, and the faults that it makes when told to. */
export interface Company {
  url: string
  /** How often something was really made. */
  made: number
  /**
   * What the next request that makes something does instead of answering well. `silent`: it is made, and no answer comes.
   * `late`: the same, and nobody finds it until `writeDown`. `lost`: it is not made either. `away`: no request is answered well.
   */
  next: 'well' | 'refuse' | 'break' | 'silent' | 'late' | 'lost' | 'fail' | 'away'
  /** Fields that everything made from here on has. */
  always: Record<string, unknown>
  /** Changes the state of whatever is kept under a reference. */
  set(reference: string, change: Record<string, unknown>): void
  forget(reference: string): void
  /** Whatever was late can be found from here on. */
  writeDown(): void
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
    parts: { records: Map<string, Kept>; body: string; mood: Company['next']; make: (kept: Kept) => Kept },
  ) => Response,
): Company {
  const records = new Map<string, Kept>()
  const late: Kept[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const mood = request.method === 'POST' || company.next === 'away' ? company.next : 'well'
      let wasMade = false
      const make = (given: Kept) => {
        const kept = { ...given, ...company.always }
        wasMade = true
        if (mood === 'lost') return kept
        company.made++
        if (mood === 'late') late.push(kept)
        else records.set(kept.reference, kept)
        return kept
      }
      if (mood === 'refuse') return Response.json({ message: 'no' }, { status: 400 })
      if (mood === 'break' || mood === 'away') return new Response('oops', { status: 502 })
      const response = answer(request, { records, body, mood, make })
      if (wasMade && ['silent', 'late', 'lost'].includes(mood)) await Bun.sleep(2_000)
      return response
    },
  })
  const company: Company = {
    url: server.url.origin,
    made: 0,
    next: 'well',
    always: {},
    forget: (reference) => void records.delete(reference),
    writeDown: () => {
      for (const kept of late.splice(0)) records.set(kept.reference, kept)
    },
    set: (reference, change) => {
      records.set(reference, { ...records.get(reference)!, ...change })
    },
    stop: () => server.stop(true),
  }
  return company
}
