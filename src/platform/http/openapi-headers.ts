/** Response headers, by their name in `components`. */
export const HEADERS = {
  'x-request-id': { schema: { type: 'string' }, description: 'Quote it when you report a problem.' },
  RateLimit: {
    schema: { type: 'string' },
    description: 'How many requests are left, and the seconds until all are there again.',
    example: '"general";r=599;t=1',
  },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'How many requests are allowed in a window of so many seconds.',
    example: '"general";q=600;w=60',
  },
  ETag: {
    schema: { type: 'string' },
    description: 'Names this very answer; send it back as If-None-Match.',
    example: '"1x7p0qk3n2d9z"',
  },
  'Retry-After': {
    schema: { type: 'integer', minimum: 1 },
    description: 'The seconds to wait before asking again.',
    example: 1,
  },
  'Idempotency-Replayed': {
    schema: { type: 'string' },
    description:
      '`true` when this is the first answer, given again for its Idempotency-Key; else it is not there.',
    example: 'true',
  },
} as const

export function headersOf(...names: (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
