/** Requests that a company of a test has got, and the faults that it makes when told to. */
export interface FakeProvider {
  url: string
  /** How often something was really made. */
  made: number
  /**
   * What the next request that makes something does instead of answering well. `silent`: it is made, and no answer comes.
   * `late`: the same, and nobody finds it until `writeDown`. `lost`: it is not made either. `away`: no request is answered well.
   */
  nextBehaviour: 'well' | 'refuse' | 'break' | 'silent' | 'late' | 'lost' | 'fail' | 'away'
  /** Fields that everything made from here on has. */
  extraFields: Record<string, unknown>
  /** Changes the state of whatever is kept under a reference. */
  set(reference: string, change: Record<string, unknown>): void
  deleteRecord(reference: string): void
  /** Whatever was late can be found from here on. */
  storeLateRecords(): void
  stop(): Promise<void>
}

export interface StoredRecord {
  id: string
  reference: string
  [field: string]: unknown
}

/** Records by reference, and the moods of a server; what it speaks is said by `answer`. */
export function startFakeProvider(
  respond: (
    request: Request,
    parts: {
      records: Map<string, StoredRecord>
      body: string
      mood: FakeProvider['nextBehaviour']
      make: (record: StoredRecord) => StoredRecord
    },
  ) => Response,
): FakeProvider {
  const records = new Map<string, StoredRecord>()
  const late: StoredRecord[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const behaviour =
        request.method === 'POST' || provider.nextBehaviour === 'away' ? provider.nextBehaviour : 'well'
      let wasMade = false
      const make = (given: StoredRecord) => {
        const record = { ...given, ...provider.extraFields }
        wasMade = true
        if (behaviour === 'lost') return record
        provider.made++
        if (behaviour === 'late') late.push(record)
        else records.set(record.reference, record)
        return record
      }
      if (behaviour === 'refuse') return Response.json({ message: 'no' }, { status: 400 })
      if (behaviour === 'break' || behaviour === 'away') return new Response('oops', { status: 502 })
      const response = respond(request, { records, body, mood: behaviour, make })
      if (wasMade && ['silent', 'late', 'lost'].includes(behaviour)) await Bun.sleep(2_000)
      return response
    },
  })
  const provider: FakeProvider = {
    url: server.url.origin,
    made: 0,
    nextBehaviour: 'well',
    extraFields: {},
    deleteRecord: (reference) => void records.delete(reference),
    storeLateRecords: () => {
      for (const record of late.splice(0)) records.set(record.reference, record)
    },
    set: (reference, change) => {
      records.set(reference, { ...records.get(reference)!, ...change })
    },
    stop: () => server.stop(true),
  }
  return provider
}
