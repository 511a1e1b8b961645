/** Drops the fields of a patch that are undefined, so that they do not overwrite existing values. */
export function definedFields<Patch extends object>(
  patch: Patch,
): { [Field in keyof Patch]?: Exclude<Patch[Field], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
