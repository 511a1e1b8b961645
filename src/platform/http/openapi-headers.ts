/** Response headers, by their name in `components`. */
export const HEADERS = {
  'x-request-id': { schema: { type: 'string' }, description: 'Quote it when you report a problem.' },
  RateLimit: {
    schema: { type: 'string' },
    description: 'How many requests are left, and the seconds until the full limit is available again.',
    example: '"general";r=599;t=1',
  },
  'RateLimit-Policy': {
    schema: { type: 'string' },
    description: 'How many requests are allowed in a window of so many seconds.',
    example: '"general";q=600;w=60',
  },
  ETag: {
    schema: { type: 'string' },
    description:
      'Identifies this response; send it back as If-None-Match. For content with a `version` it is the version; send it back as If-Match with an edit.',
    example: '"1x7p0qk3n2d9z"',
  },
  'Retry-After': {
    schema: { type: 'integer', minimum: 1 },
    description: 'The seconds to wait before asking again.',
    example: 1,
  },
  'Idempotency-Replayed': {
    schema: { type: 'string' },
    description: '`true` when this is the stored response of the Idempotency-Key; absent otherwise.',
    example: 'true',
  },
} as const

/** The headers of every response, and further ones. */
export function headersOf(...further: (keyof typeof HEADERS)[]) {
  const names = ['x-request-id', 'RateLimit', 'RateLimit-Policy', ...further]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
