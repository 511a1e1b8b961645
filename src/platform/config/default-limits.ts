/** The rate limits of a service that does not set its own. The names are those of `config.limits`. */
export const PRODUCTION_LIMITS = {
  general: { name: 'general', count: 600, windowSeconds: 60 },
  credentialsPerAddress: { name: 'credentials-address', count: 60, windowSeconds: 600 },
  credentialsPerAccount: { name: 'credentials-account', count: 10, windowSeconds: 900 },
  idempotencyKeys: { name: 'idempotency-keys', count: 5_000, windowSeconds: 86_400 },
  exports: { name: 'exports', count: 5, windowSeconds: 86_400 },
}

/** Wider, because a team that develops or tests against the service sends all requests from one address. */
export const DEVELOPMENT_LIMITS: typeof PRODUCTION_LIMITS = {
  general: { name: 'general', count: 60_000, windowSeconds: 60 },
  credentialsPerAddress: { name: 'credentials-address', count: 60_000, windowSeconds: 600 },
  credentialsPerAccount: { name: 'credentials-account', count: 100, windowSeconds: 900 },
  idempotencyKeys: { name: 'idempotency-keys', count: 1_000_000, windowSeconds: 86_400 },
  exports: { name: 'exports', count: 1_000, windowSeconds: 86_400 },
}
