import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'

/** The shape of a screen while its code or its data is on the way. */
export function ScreenLoading() {
  return (
    <div className="grid gap-4 pt-2">
      <LoadingNote />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-48" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  )
}
