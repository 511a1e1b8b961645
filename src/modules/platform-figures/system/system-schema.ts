import { z } from '../../../platform/zod.ts'

const Milliseconds = z.number().nullable().openapi({ description: 'Null without requests' })

export const SystemSchema = z
  .object({
    process: z.object({ role: z.string(), uptimeSeconds: z.int(), memoryBytes: z.int() }),
    requests: z.object({
      seconds: z.int().openapi({ description: 'How long ago the counts begin; at most a minute' }),
      classes: z
        .array(
          z.object({
            routeClass: z.string().openapi({
              description:
                'The first word of API addresses; `all` for all requests, `web` for requests outside the API',
            }),
            requests: z.int(),
            requestsPerSecond: z.number(),
            refused: z.int().openapi({ description: 'With a status from 400 to 499' }),
            failed: z.int().openapi({ description: 'With a status from 500' }),
            p50Ms: Milliseconds,
            p95Ms: Milliseconds,
            p99Ms: Milliseconds,
          }),
        )
        .openapi({ description: 'The most frequent first' }),
    }),
    sockets: z.int().openapi({ description: 'Open WebSocket connections of this process' }),
    database: z.object({
      poolSize: z.int(),
      poolInUse: z.int(),
      poolWaiting: z.int().openapi({ description: 'Statements and transactions that wait for a connection' }),
      sizeBytes: z.number(),
      connections: z.int().openapi({ description: 'Of all processes' }),
      maxConnections: z.int(),
    }),
    queues: z.object({ outbox: z.int(), waiting: z.int(), active: z.int(), failed: z.int() }),
  })
  .openapi('AdminSystem')

export const SYSTEM_EXAMPLE = {
  process: { role: 'all', uptimeSeconds: 86_400, memoryBytes: 312_000_000 },
  requests: {
    seconds: 60,
    classes: [
      {
        routeClass: 'all',
        requests: 1_320,
        requestsPerSecond: 22,
        refused: 14,
        failed: 0,
        p50Ms: 3.1,
        p95Ms: 18.4,
        p99Ms: 41.7,
      },
    ],
  },
  sockets: 84,
  database: {
    poolSize: 16,
    poolInUse: 2,
    poolWaiting: 0,
    sizeBytes: 812_000_000,
    connections: 28,
    maxConnections: 100,
  },
  queues: { outbox: 0, waiting: 3, active: 1, failed: 0 },
}
