/** One request as the load generator sends it, always to loopback. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
