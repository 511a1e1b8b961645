// Another process, like a second instance of the service: it subscribes to a channel and prints messages, and
// publishes the lines of its standard input.
import { EventEmitter } from 'node:events'
import { Database } from '../../src/platform/db/database.ts'
import { startPostgresPubSub } from '../../src/platform/pubsub/postgres-pubsub.ts'
import { startRedisPubSub } from '../../src/platform/pubsub/redis-pubsub.ts'
import { memoryPubSub } from './memory-pubsub.ts'

const [kind, url, channel] = process.argv.slice(2) as [string, string, string]
const pubsub =
  kind === 'redis'
    ? await startRedisPubSub(url, memoryPubSub(new EventEmitter()))
    : await startPostgresPubSub(new Database({ url, poolSize: 2 }))
await pubsub.subscribe(channel, (message) => console.log(JSON.stringify(message)))
console.log('"listening"')
for await (const line of console) pubsub.publish(channel, JSON.parse(line))
process.exit(0)
