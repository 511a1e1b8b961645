/** One request of the load generator, always to loopback. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
