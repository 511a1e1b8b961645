/**
 * The minimal receiver of the same events: it verifies the signature and inserts one row per event id. It
 * does not apply events.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const sql = new Bun.SQL(process.env.DATABASE_URL!, { max: 10 })
const secret = process.env.CONTRACT_WEBHOOK_SECRET!
const TOLERANCE_SECONDS = 300

await sql`create table if not exists bench_webhook_event (id text primary key, body bytea not null)`

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  development: false,
  async fetch(request) {
    if (request.method === 'GET') return new Response('ready')
    const { headers } = request
    const body = Buffer.from(await request.arrayBuffer())
    const age = Date.now() / 1000 - Number(headers.get('x-webhook-timestamp'))
    const signature = Buffer.from(headers.get('x-webhook-signature') ?? '', 'hex')
    const expected = createHmac('sha256', secret).update(body).digest()
    if (!(Math.abs(age) <= TOLERANCE_SECONDS)) return refuse()
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return refuse()
    const rows = await sql`
      insert into bench_webhook_event (id, body) values (${headers.get('x-event-id')}, ${body})
      on conflict (id) do nothing returning id`
    const message = rows.length > 0 ? 'Event received' : 'Event already processed'
    return Response.json({ success: true, message })
  },
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  await sql.close()
  process.exit(0)
})

function refuse() {
  return Response.json({ success: false }, { status: 401 })
}
