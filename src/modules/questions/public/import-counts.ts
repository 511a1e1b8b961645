/** What an import did to one kind of content. */
export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  archived: number
}

export function countImport(total: number, upserted: { isNew: boolean }[], archived: number): ImportCounts {
  const added = upserted.filter((row) => row.isNew).length
  return { added, changed: upserted.length - added, unchanged: total - upserted.length, archived }
}
