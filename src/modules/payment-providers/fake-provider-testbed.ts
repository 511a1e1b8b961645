/** A provider's API for tests, which fails on request. */
export interface FakeProvider {
  url: string
  /** The number of records that were created. */
  made: number
  /**
   * How POST requests behave. `silent`: creates the record and does not respond in time. `late`: the same, and the record
   * is not found until `storeLateRecords`. `lost`: neither creates nor responds. `away`: every request fails.
   */
  nextBehaviour: 'well' | 'refuse' | 'break' | 'silent' | 'late' | 'lost' | 'fail' | 'away'
  /** Fields that are added to new records. */
  extraFields: Record<string, unknown>
  set(reference: string, change: Record<string, unknown>): void
  deleteRecord(reference: string): void
  /** Makes late records visible. */
  storeLateRecords(): void
  stop(): Promise<void>
}

export interface StoredRecord {
  id: string
  reference: string
  [field: string]: unknown
}

/** Stores records by reference and applies the behaviour; `respond` implements the provider's protocol. */
export function startFakeProvider(
  respond: (
    request: Request,
    context: {
      records: Map<string, StoredRecord>
      body: string
      behaviour: FakeProvider['nextBehaviour']
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
      const response = respond(request, { records, body, behaviour, make })
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
