/** The ids with some of them moved before or after another one. */
export function moveIds(
  ids: readonly string[],
  moved: ReadonlySet<string>,
  target: string,
  position: 'before' | 'after',
): string[] {
  if (moved.has(target)) return [...ids]
  const others = ids.filter((id) => !moved.has(id))
  const index = others.indexOf(target) + (position === 'after' ? 1 : 0)
  return others.toSpliced(index, 0, ...ids.filter((id) => moved.has(id)))
}
