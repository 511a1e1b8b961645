export const KINDS = ['PICTURE', 'AUDIO', 'CAPTIONS'] as const
export type Kind = (typeof KINDS)[number]

/** The filters of the library in the URL. */
export interface MediaSearch {
  q?: string
  kind?: Kind
  page?: number
}

export function readMediaSearch({ q, kind, page }: Record<string, unknown>): MediaSearch {
  return {
    ...(q !== undefined && q !== '' ? { q: `${q}` } : {}),
    ...(KINDS.includes(kind as Kind) ? { kind: kind as Kind } : {}),
    ...(Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}),
  }
}
