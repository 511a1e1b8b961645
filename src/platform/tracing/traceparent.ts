/** Parses `traceparent`; undefined if it is invalid. Later versions may have more fields at the end. */
export function readTraceparent(
  header: string,
): { traceId: string; spanId: string; flags: number } | undefined {
  const [, version, traceId, spanId, flags, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header.trim()) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return undefined
  return { traceId: traceId!, spanId: spanId!, flags: Number.parseInt(flags!, 16) }
}

export function writeTraceparent(context: { traceId: string; spanId: string; flags: number }): string {
  return `00-${context.traceId}-${context.spanId}-${context.flags.toString(16).padStart(2, '0')}`
}
