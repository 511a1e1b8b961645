// Another process, as a second copy of the service would be: it listens to a channel and says what it hears, and
// publishes what it is told on its standard input.
import { Database } from '../../src/platform/db/database.ts'
import { startPostgresLive } from '../../src/platform/live/postgres.ts'
import { startRedisLive } from '../../src/platform/live/redis.ts'

const [kind, url, channel] = process.argv.slice(2) as [string, string, string]
const live =
  kind === 'redis' ? await startRedisLive(url) : await startPostgresLive(new Database({ url, poolSize: 2 }))
await live.subscribe(channel, (message) => console.log(JSON.stringify(message)))
console.log('"listening"')
for await (const line of console) live.publish(channel, JSON.parse(line))
process.exit(0)
