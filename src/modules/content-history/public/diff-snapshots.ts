import { diffSlides, type SlideDifference } from '../diff-slides.ts'
import type { Snapshot } from './snapshot.ts'

export interface SnapshotDifference {
  fields: { field: string; before: unknown; after: unknown }[]
  slides: SlideDifference[]
}

/** What changes from one version to another: the fields, and the slides of a lesson. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDifference {
  const { slides: slidesBefore = [], ...fieldsBefore } = before
  const { slides: slidesAfter = [], ...fieldsAfter } = after
  const names = [...new Set([...Object.keys(fieldsBefore), ...Object.keys(fieldsAfter)])]
  const fields = names.flatMap((field) => {
    const [own, other] = [fieldsBefore[field] ?? null, fieldsAfter[field] ?? null]
    return Bun.deepEquals(own, other) ? [] : [{ field, before: own, after: other }]
  })
  return { fields, slides: diffSlides(slidesBefore, slidesAfter) }
}
